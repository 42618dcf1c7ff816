import { expect, test } from 'vitest'
import { describeExam, type ExamDescription } from './exam-description.ts'

const USUAL: ExamDescription = { asked: 10, bank: 30, needed: 80 }

test.each<[string, Partial<ExamDescription>]>([
  ['10 of 30 questions drawn, 80% needed', {}],
  ['All 10 questions asked, 80% needed', { bank: 10 }],
  ['All 10 questions asked, 80% needed', { bank: null }],
])('%s', (words, given) => {
  expect(describeExam({ ...USUAL, ...given }).join(', ')).toBe(words)
})
