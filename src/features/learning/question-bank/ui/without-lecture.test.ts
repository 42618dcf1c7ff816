import { expect, test } from 'vitest'
import { questionsWithoutLecture } from './without-lecture.ts'

test('questions are told whose lecture has gone, and no others', () => {
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
  expect(questionsWithoutLecture(plan)).toEqual([2, 5])
  expect(questionsWithoutLecture({ name: 'A podcast' })).toEqual([])
})
