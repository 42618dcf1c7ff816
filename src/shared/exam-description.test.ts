import { expect, test } from 'vitest'
import { describeExam, type ExamDescription } from './exam-description.ts'

const USUAL: ExamDescription = { asked: 10, bank: 30, needed: 80, number: 2 }

test.each<[string, Partial<ExamDescription>]>([
  ['10 of 30 questions drawn, 80% needed, passed on the second paper', {}],
  ['All 10 questions asked, 80% needed, passed on the first paper', { bank: 10, number: 1 }],
  ['All 10 questions asked, 80% needed, passed at the third try', { bank: null, number: 3 }],
  ['All 10 questions asked, 80% needed, passed at the 11th try', { bank: null, number: 11 }],
  ['10 of 30 questions drawn, 80% needed, passed on the 23rd paper', { number: 23 }],
  ['10 of 30 questions drawn, 80% needed, passed on the 112th paper', { number: 112 }],
])('%s', (words, given) => {
  expect(describeExam({ ...USUAL, ...given }).join(', ')).toBe(words)
})
