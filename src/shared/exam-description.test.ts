import { expect, test } from 'vitest'
import { describeExam, type ExamDescription } from './exam-description.ts'

const USUAL: ExamDescription = { asked: 10, bank: 30, needed: 80 }

test.each<[string, Partial<ExamDescription>]>([
  ['10 questions chosen at random from 30, 80% needed to pass', {}],
  ['All 10 questions, 80% needed to pass', { bank: 10 }],
  ['All 10 questions, 80% needed to pass', { bank: null }],
])('%s', (words, given) => {
  expect(describeExam({ ...USUAL, ...given }).join(', ')).toBe(words)
})
