import { expect, test } from 'vitest'
import {
  formatAgo,
  formatDate,
  formatDay,
  formatMinute,
  formatMonth,
  formatTime,
  getHour,
  isTimeZone,
} from './dates.ts'
import { isDay } from './iso-dates.ts'
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
  // These days have 23 and 25 hours.
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
  // On this day, there is no midnight.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
  ['Pacific/Kiritimati', '2026-12-31', '2026-12-30T10:00:00.000Z', '2026-12-31T09:59:59.999Z'],
])('in %s the day %s lasts from %s to %s', (zone, day, start, end) => {
  expect([startOfDay(day, zone), endOfDay(day, zone)].map((instant) => instant.toISOString())).toEqual([start, end])
  expect([startOfDay(day, zone), endOfDay(day, zone)].map((instant) => formatDay(instant, zone))).toEqual([day, day])
})

test('formats an existing day, and returns nothing for one that does not exist', () => {
  expect([formatDate('2026-11-01', 'en-US'), formatMonth('2026-11', 'en-US')]).toEqual(['Nov 1, 2026', 'November 2026'])
  expect(['2026-11-21', '2026-02-30', '21.11.2026', '2026-1-1', 'tomorrow'].filter(isDay)).toEqual(['2026-11-21'])
})

test('formats a day in its language, with Gregorian months and Western digits', () => {
  const written = (language: string) => formatDate('2026-03-09', language, 'long')
  expect(['en-US', 'en-GB', 'de-DE', 'el'].map(written)).toEqual([
    'March 9, 2026',
    '9 March 2026',
    '9. März 2026',
    '9 Μαρτίου 2026',
  ])
  expect(['fa', 'ar-EG', 'th'].map(written).every((text) => text.includes('2026') && text.includes('9'))).toBe(true)
  expect(formatTime(INSTANT, 'America/New_York', 'de-DE')).toBe('25. Nov. 2026, 20:05 GMT-5')
})

const INSTANT = new Date('2026-11-26T01:05:00Z')

test.each([
  ['America/New_York', 'Nov 25, 2026, 8:05 PM ET'],
  ['America/Chicago', 'Nov 25, 2026, 7:05 PM CT'],
  ['America/Denver', 'Nov 25, 2026, 6:05 PM MT'],
  ['America/Los_Angeles', 'Nov 25, 2026, 5:05 PM PT'],
  ['America/Phoenix', 'Nov 25, 2026, 6:05 PM MST'],
  ['UTC', 'Nov 26, 2026, 1:05 AM UTC'],
  ['Europe/Berlin', 'Nov 26, 2026, 2:05 AM GMT+1'],
])('a time names its zone %s: %s', (zone, text) => {
  expect(formatTime(INSTANT, zone, 'en-US')).toBe(text)
})

test('omits the current year, which is that of the time zone', () => {
  const at = new Date('2027-01-01T03:00:00Z')
  const written = (now: string, zone: string) => formatTime(at, zone, 'en-US', new Date(now))
  expect(written('2026-06-01T12:00:00Z', 'America/New_York')).toBe('Dec 31, 10:00 PM ET')
  expect(written('2026-06-01T12:00:00Z', 'UTC')).toBe('Jan 1, 2027, 3:00 AM UTC')
  expect(getHour(at, 'America/New_York')).toBe(22)
})

test.each([
  [-10 * 60, undefined],
  [-30, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [5 * 60, '5 minutes ago'],
  [60 * 60, '1 hour ago'],
  [23.9 * 60 * 60, '23 hours ago'],
  [24 * 60 * 60, undefined],
])('%d seconds ago is %s', (seconds, text) => {
  expect(formatAgo(new Date(INSTANT.getTime() - seconds * 1000), INSTANT)).toBe(text)
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
