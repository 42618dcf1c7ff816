import { expect, test } from 'vitest'
import { findBiggestDrop, type LectureCounts, toEngagement } from './engagement.rules.ts'

const count = (id: string, counts: Partial<LectureCounts> = {}): LectureCounts => ({
  id,
  name: `Lecture ${id}`,
  kind: 'video',
  seconds: 600,
  started: 40,
  half: 40,
  finished: 40,
  rewound: 0,
  minutes: 10,
  ...counts,
})

test('rounds down to multiples of five, and shows nothing about fewer than five learners', () => {
  expect(toEngagement(count('1', { started: 44, half: 41, finished: 4, rewound: 5 }))).toMatchObject({
    started: 40,
    half: 40,
    finished: null,
    rewound: 5,
    minutes: 10,
  })
  expect(toEngagement(count('1', { started: 4, half: 4 }))).toEqual({
    id: '1',
    name: 'Lecture 1',
    kind: 'video',
    seconds: 600,
    started: null,
    half: null,
    finished: null,
    rewound: null,
    minutes: null,
  })
})

test('shows minutes only for ten learners or more, and only to a tenth of the video', () => {
  const minutes = (counts: Partial<LectureCounts>) => toEngagement(count('1', counts)).minutes
  expect(minutes({ started: 9 })).toBeNull()
  expect(minutes({ started: 10, minutes: 7 })).toBe(7)
  expect(minutes({ started: 10, minutes: 38, seconds: 3000 })).toBe(35)
  expect(minutes({ started: 10, minutes: 3, seconds: null })).toBe(3)
})

test('never shows two numbers that differ by fewer than five learners', () => {
  const shown = Array.from({ length: 60 }, (_, started) => toEngagement(count('1', { started })).started ?? 0)
  const differences = shown.flatMap((one) => shown.map((other) => Math.abs(one - other)))
  expect(differences.filter((difference) => difference > 0 && difference < 5)).toEqual([])
})

test('finds the biggest drop, from rounded numbers', () => {
  const drop = (...counts: Partial<LectureCounts>[]) =>
    findBiggestDrop(counts.map((each, at) => toEngagement(count(String(at + 1), each))))
  expect(drop({}, { started: 35 }, { started: 20, finished: 20 })).toEqual({
    after: '2',
    before: 35,
    left: 20,
    next: 'Lecture 3',
  })
  expect(drop({}, { started: 30, finished: 3 })).toEqual({ after: '2', before: 30, left: null, next: null })
  expect(drop({ started: 44 }, { started: 40 }, {})).toBeUndefined()
  // More learners may start a later lecture, because they can choose.
  expect(drop({ started: 20 }, { started: 40 })).toBeUndefined()
  expect(drop()).toBeUndefined()
})
