import { expect, test } from 'vitest'
import { describeStudyTime } from './study-time.rules.ts'

test('describes the total study time first, then each part with its minutes', () => {
  const counts = { lectures: 5, handouts: 1, questions: 10 }
  expect(describeStudyTime({ lectures: 73, handouts: 5, examination: 15, total: 93 }, counts)).toEqual({
    total: 'About 1 hr 33 min',
    parts: '5 lectures (1\u00A0hr\u00A013\u00A0min), 1 handout (5\u00A0min), an exam with 10 questions (15\u00A0min)',
  })
  expect(describeStudyTime({ lectures: 120, handouts: 0, examination: 0, total: 120 }, counts)).toEqual({
    total: 'About 2 hr',
    parts: '5 lectures (2\u00A0hr)',
  })
  expect(describeStudyTime({ lectures: 0, handouts: 0, examination: 0, total: 0 }, counts)).toBeNull()
})
