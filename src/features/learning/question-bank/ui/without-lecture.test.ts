import { expect, test } from 'vitest'
import { findQuestionsWithoutLecture } from './questions-without-lecture.ts'

test('reports only questions whose lecture was removed', () => {
  const plan = {
    lectures: [{ id: 'first-page' }],
    examination: {
      questions: [
        { id: 'a', lecture: 'first-page' },
        { id: 'b', lecture: 'gone' },
        { id: 'c', lecture: null },
        { id: 'd' },
        { id: 'e', lecture: 'gone' },
      ],
    },
  }
  expect(findQuestionsWithoutLecture(plan)).toEqual([2, 5])
  expect(findQuestionsWithoutLecture({ name: 'A podcast' })).toEqual([])
})
