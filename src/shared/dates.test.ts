import { expect, test } from 'vitest'
import { formatDay, isTimeZone, formatLongDate, formatMinute, formatDateTime } from './dates.ts'
import { isDay, formatLongMonth } from './iso-dates.ts'
import { isLanguage } from './languages.ts'
import { endOfDay, startOfDay } from './day-bounds.ts'

test.each([
  ['2026-12-01T02:00:00Z', 'America/Chicago', '2026-11-30'],
  ['2026-12-01T02:00:00Z', 'UTC', '2026-12-01'],
  ['2026-11-30T15:00:00Z', 'Asia/Tokyo', '2026-12-01'],
])('%s in %s is the day %s', (instant, zone, day) => {
  expect(formatDay(new Date(instant), zone)).toBe(day)
})

test.each([
  ['America/New_York', '2026-12-01 00:05 EST'],
  ['America/Denver', '2026-11-30 22:05 MST'],
  ['UTC', '2026-12-01 05:05 UTC'],
])('a minute includes the time zone %s: %s', (zone, minute) => {
  expect(formatMinute(new Date('2026-12-01T05:05:00Z'), zone)).toBe(minute)
})

test.each([
  ['UTC', '2026-03-08', '2026-03-08T00:00:00.000Z', '2026-03-08T23:59:59.999Z'],
  // Of 23 and of 25 hours.
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
  // Its midnight does not exist.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
  ['Pacific/Kiritimati', '2026-12-31', '2026-12-30T10:00:00.000Z', '2026-12-31T09:59:59.999Z'],
])('in %s the day %s lasts from %s to %s', (zone, day, start, end) => {
  expect([startOfDay(day, zone), endOfDay(day, zone)].map((instant) => instant.toISOString())).toEqual([start, end])
  expect([startOfDay(day, zone), endOfDay(day, zone)].map((instant) => formatDay(instant, zone))).toEqual([day, day])
})

test('formats an existing day, and returns nothing for one that does not exist', () => {
  expect([formatLongDate('2026-11-01', 'en-US'), formatLongMonth('2026-11')]).toEqual([
    'November 1, 2026',
    'November 2026',
  ])
  expect(['2026-11-21', '2026-02-30', '21.11.2026', '2026-1-1', 'tomorrow'].filter(isDay)).toEqual(['2026-11-21'])
})

test('formats a day in its language, with Gregorian months and Western digits', () => {
  const written = (language: string) => formatLongDate('2026-03-09', language)
  expect(['en-US', 'en-GB', 'de-DE', 'el'].map(written)).toEqual([
    'March 9, 2026',
    '9 March 2026',
    '9. März 2026',
    '9 Μαρτίου 2026',
  ])
  expect(['fa', 'ar-EG', 'th'].map(written).every((text) => text.includes('2026') && text.includes('9'))).toBe(true)
  const at = formatDateTime(new Date('2026-11-21T14:43:00Z'), 'America/New_York', 'de-DE')
  expect(at).toBe('21. November 2026 at 09:43 GMT-5')
})

test('identifies languages by their tags, and rejects those that cannot be formatted', () => {
  const tags = [
    'en-US',
    'en-GB',
    'de',
    'sr-Latn-RS',
    'es-419',
    'english',
    'EN-US',
    'de_DE',
    'xx-XX',
    'de-DE-u-ca-buddhist',
    '',
  ]
  expect(tags.filter(isLanguage)).toEqual(['en-US', 'en-GB', 'de', 'sr-Latn-RS', 'es-419'])
})

test('identifies time zones by place, and rejects offsets and abbreviations without daylight saving', () => {
  const names = [
    'UTC',
    'America/New_York',
    'America/Argentina/Buenos_Aires',
    'EST',
    '+01:00',
    'america/chicago',
    'A/B',
    '',
  ]
  expect(names.filter(isTimeZone)).toEqual(['UTC', 'America/New_York', 'America/Argentina/Buenos_Aires'])
})
