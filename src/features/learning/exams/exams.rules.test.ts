import { describe, expect, test } from 'vitest'
import { gradeAnswers, isPassed, getScorePercent, findAnswerError, type Question } from './exams.rules.ts'

const question = (id: string, answerIndex = 0): Question => ({
  id,
  version: 1,
  question: `${id}?`,
  options: ['a', 'b'],
  answerIndex,
  rationale: '',
})
const questions = [question('q1'), question('q2', 1), question('q3')]

describe('passing', () => {
  test.each([
    [8, 10, true],
    [7, 10, false],
    [79, 100, false],
    [80, 100, true],
    [4, 5, true],
    [0, 0, false],
  ])('%i of %i graded by the server: %s', (score, total, passed) => {
    expect(isPassed({ score, total, isCountedByServer: true })).toBe(passed)
  })

  test('never passes with a score claimed by the browser', () => {
    expect(isPassed({ score: 10, total: 10, isCountedByServer: false })).toBe(false)
  })

  test('computes 0 percent for an exam without questions', () => {
    expect(getScorePercent({ score: 0, total: 0 })).toBe(0)
  })
})

describe('grading', () => {
  test('grades each question of the exam in order, a skipped one as wrong', () => {
    expect(
      gradeAnswers(
        [
          { questionId: 'q2', chosen: 'b' },
          { questionId: 'q1', chosen: 'b' },
        ],
        questions,
      ),
    ).toEqual([
      { questionId: 'q1', version: 1, chosen: 'b', isRight: false },
      { questionId: 'q2', version: 1, chosen: 'b', isRight: true },
      { questionId: 'q3', version: 1, chosen: '', isRight: false },
    ])
  })

  test.each([
    ['foreign', [{ questionId: 'elsewhere', chosen: 'a' }], 'Answer 1 is for a question that isn’t in this exam.'],
    [
      'repeated',
      [
        { questionId: 'q1', chosen: 'a' },
        { questionId: 'q1', chosen: 'b' },
      ],
      'Answer 2 is for a question that was already answered.',
    ],
    ['invented', [{ questionId: 'q1', chosen: 'c' }], 'Answer 1 isn’t one of the question’s options.'],
  ])('rejects a %s answer', (_, answers, message) => {
    expect(findAnswerError(answers, questions)).toBe(message)
  })
})
