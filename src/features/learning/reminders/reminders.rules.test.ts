import { expect, test } from 'vitest'
import {
  isNight,
  isTimeToRemind,
  getLastStudiedRange,
  type LectureProgress,
  formatMinutes,
  findResumePoint,
} from './reminders.rules.ts'

const at = (time: string) => new Date(`2026-03-10T${time}:00Z`)

test("sends once a day by the academy's clock", () => {
  const hours = (timeZone: string) =>
    Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
      isTimeToRemind(at(`${String(hour).padStart(2, '0')}:17`), timeZone),
    )
  expect(hours('UTC')).toEqual([10])
  expect(hours('America/New_York')).toEqual([14])
  expect(hours('Asia/Kolkata')).toEqual([5])
})

test.each([
  ['07:59', 'UTC', true],
  ['08:00', 'UTC', false],
  ['19:59', 'UTC', false],
  ['20:00', 'UTC', true],
  ['00:10', 'UTC', true],
  ['10:00', 'Australia/Sydney', true],
  ['00:10', 'Australia/Sydney', false],
])('treats %s UTC in %s as night: %s', (time, timeZone, isIt) => {
  expect(isNight(at(time), timeZone)).toBe(isIt)
})

test('sends no reminder to members who stopped more than a year ago', () => {
  expect(getLastStudiedRange(new Date('2026-03-10T10:00:00Z'), 7)).toEqual({
    from: new Date('2025-03-10T10:00:00Z'),
    until: new Date('2026-03-03T10:00:00Z'),
  })
})

const lecture = (slug: string, given: Partial<LectureProgress> = {}): LectureProgress => ({
  slug,
  name: slug,
  length: 300,
  isCompleted: false,
  stoppedAt: null,
  stoppedOn: null,
  ...given,
})

test('continues at the last lecture and counts only incomplete ones', () => {
  const done = lecture('a', { isCompleted: true, stoppedAt: 100, stoppedOn: at('12:00') })
  const begun = lecture('b', { stoppedAt: 60, stoppedOn: at('09:00') })
  const later = lecture('c', { stoppedAt: 200, stoppedOn: at('10:00') })
  const lectures = [done, begun, later, lecture('d')]
  expect(findResumePoint(lectures)).toEqual({ lecture: later, number: 3, minutesLeft: 11 })
  expect(findResumePoint([done, lecture('b'), lecture('c')])).toMatchObject({
    lecture: { slug: 'b' },
    number: 2,
    minutesLeft: 10,
  })
  expect(findResumePoint([done])).toBeUndefined()
  expect(findResumePoint([lecture('a', { length: null })])).toMatchObject({ minutesLeft: 0 })
})

test.each([
  [1, '1 minute'],
  [59, '59 minutes'],
  [60, '1 hour'],
  [125, '2 hours and 5 minutes'],
])('formats %i minutes as %s', (minutes, words) => {
  expect(formatMinutes(minutes)).toBe(words)
})
