import { expect, test } from 'vitest'
import { getProgressPercent } from '#shared/progress-percent.ts'
import { isPastCompletion, getNextStep } from './study.rules.ts'

test.each([
  [0, 5, 0],
  [1, 3, 33],
  [2, 3, 66],
  [5, 5, 100],
  [0, 0, 0],
  [999, 1000, 99],
])('rounds %i of %i lectures down to %i percent', (completed, lectures, percent) => {
  expect(getProgressPercent({ completed, lectures })).toBe(percent)
})

test.each([
  [48, 60, false],
  [48.1, 60, true],
  [60, 60, true],
  [10, Number.NaN, false],
  [0, 0, false],
])('treats %d of %d seconds as past 80 percent: %s', (seconds, duration, isPast) => {
  expect(isPastCompletion({ seconds, duration })).toBe(isPast)
})

const lectures = (...done: boolean[]) =>
  done.map((isDone, place) => ({ id: `${place + 1}`, name: `Lecture ${place + 1}`, isCompleted: isDone }))

test('continues with the next lecture, completed or not', () => {
  expect(getNextStep(lectures(true, true, false), '1')).toMatchObject({ to: 'next', lecture: { id: '2' } })
})

test('continues after the last lecture with the first incomplete one', () => {
  const step = getNextStep(lectures(true, false, false, true, false), '5')
  expect(step).toMatchObject({ to: 'left', lecture: { id: '2' }, number: 2, left: 2 })
})

test('continues with the exam after any lecture when nothing else is left', () => {
  expect(getNextStep(lectures(false, true, true), '1')).toEqual({ to: 'examination' })
  expect(getNextStep(lectures(true, true, false), '3')).toEqual({ to: 'examination' })
  expect(getNextStep(lectures(true, true, true), '3')).toEqual({ to: 'examination' })
})
