import { expect, test } from 'vitest'
import { formatTypedDate, readDate } from './typed-dates.ts'
import { durationReader, readContactHours } from './typed-durations.ts'
import { phoneAddress } from './phone-address.ts'
import { readEmail } from './typed-emails.ts'
import { type Reader, toStoredText } from './typed-input.ts'
import { readMoney } from './typed-money.ts'
import { readUses, readWholePercent } from './typed-numbers.ts'
import { readPhone } from './typed-phones.ts'
import { listTimeZones, readTimeZone } from './time-zones.ts'

const TODAY = '2026-11-27'
const readDays = durationReader({ unit: 'days', min: 1, max: 365 })
const readReminder = durationReader({ unit: 'days', min: 1, max: 365, zero: 'none' })
const readHours = durationReader({ unit: 'hours', min: 0, max: 168 })

const readDateToday: Reader = (typed) => readDate(typed, TODAY)

const READERS: Record<string, Reader> = {
  readMoney,
  readWholePercent,
  readUses,
  readDays,
  readReminder,
  readHours,
  readContactHours,
  readDateToday,
  readPhone,
  readEmail,
  readTimeZone,
}

/** Expects what is stored and shown, or the reason. What is stored must be understood in the same way again. */
function check(read: Reader, typed: string, text: string | undefined, words: string) {
  const reading = read(typed)
  expect(reading).toEqual(text === undefined ? { reason: words } : { text, shown: words })
  expect(toStoredText(read, toStoredText(read, typed))).toBe(text ?? typed)
}

const AMOUNT = 'must be an amount such as 149 or 149.00'
const PERIOD = 'must have a period before the cents, and commas only between thousands, such as 1,299.00'
const TWO_DIGITS = 'must have at most two digits after the period, such as 149.99'

test.each([
  ['$149', '149.00', '$149.00'],
  ['149', '149.00', '$149.00'],
  ['149.00', '149.00', '$149.00'],
  ['149.5', '149.50', '$149.50'],
  ['149.', '149.00', '$149.00'],
  ['1,299.00', '1299.00', '$1,299.00'],
  ['$1,299.00', '1299.00', '$1,299.00'],
  ['1 299', '1299.00', '$1,299.00'],
  [' 149 usd', '149.00', '$149.00'],
  ['US$ 149', '149.00', '$149.00'],
  ['USD 149', '149.00', '$149.00'],
  ['149 dollars', '149.00', '$149.00'],
  ['１４９\u200B', '149.00', '$149.00'],
  ['.99', '0.99', '$0.99'],
  ['0', '0.00', '$0.00'],
  ['00149', '149.00', '$149.00'],
  ['999,999.99', '999999.99', '$999,999.99'],
  ['1.299,00', undefined, PERIOD],
  ['12,50', undefined, PERIOD],
  ['1,2990', undefined, PERIOD],
  ['1.299', undefined, TWO_DIGITS],
  ['149.999', undefined, TWO_DIGITS],
  ['-5', undefined, 'can’t be negative'],
  ['−$5.00', undefined, 'can’t be negative'],
  ['$-5', undefined, 'can’t be negative'],
  ['($5.00)', undefined, 'can’t be negative'],
  ['1,000,000', undefined, 'must be at most 999,999.99'],
  ['149 EUR', undefined, 'must be in US dollars, such as 149.00'],
  ['€149', undefined, 'must be in US dollars, such as 149.00'],
  ['149-199', undefined, AMOUNT],
  ['2026-11-27', undefined, AMOUNT],
  ['1e3', undefined, AMOUNT],
  ['$', undefined, AMOUNT],
  ['about 10', undefined, AMOUNT],
])('reads the amount %j as %j', (typed, text, words) => check(readMoney, typed, text, words))

const PERCENT = 'must be a whole number from 1 to 100, such as 20'

test.each([
  ['20', '20', '20%'],
  ['20%', '20', '20%'],
  [' 20 % ', '20', '20%'],
  ['20.0', '20', '20%'],
  ['20 percent', '20', '20%'],
  ['20% off', '20', '20%'],
  ['100', '100', '100%'],
  ['12.5%', undefined, `${PERCENT}. We read it as 12.5%`],
  ['0.125', undefined, `${PERCENT}. We read it as 0.125%`],
  ['0.2', undefined, `${PERCENT}. We read it as 0.2%`],
  ['101', undefined, PERCENT],
  ['-5%', undefined, PERCENT],
  ['12,5', undefined, 'must have a period, not a comma, before the decimals, such as 12.5'],
  ['$20', undefined, PERCENT],
  ['1.2.3', undefined, PERCENT],
])('reads the percentage %j as %j', (typed, text, words) => check(readWholePercent, typed, text, words))

test.each([
  ['100', '100', '100 uses'],
  [' 1,000 ', '1000', '1,000 uses'],
  ['1 use', '1', '1 use'],
  ['1.0', '1', '1 use'],
  ['0', undefined, 'must be a whole number from 1 to 1,000,000,000'],
  ['1.5', undefined, 'must be a whole number from 1 to 1,000,000,000'],
  ['10k', undefined, 'must be a whole number from 1 to 1,000,000,000'],
  ['100 people', undefined, 'must be a whole number from 1 to 1,000,000,000'],
])('reads the number %j as %j', (typed, text, words) => check(readUses, typed, text, words))

const DAYS = 'must be a whole number of days from 1 to 365'
const HOURS = 'must be a whole number of hours from 0 to 168'

test.each([
  ['30', '30', '30 days'],
  ['30 days', '30', '30 days'],
  ['30d', '30', '30 days'],
  ['2 weeks', '14', '14 days'],
  ['1 week and 2 days', '9', '9 days'],
  ['1½ weeks', undefined, `${DAYS}. We read it as 10.5 days`],
  ['48 hours', '2', '2 days'],
  ['1', '1', '1 day'],
  ['400', undefined, DAYS],
  ['60 weeks', undefined, `${DAYS}. We read it as 420 days`],
  ['90 min', undefined, `${DAYS}. We read it as 0.06 days`],
  ['5 minutes', undefined, DAYS],
  ['29.999', undefined, DAYS],
  ['2.4 hours', undefined, `${DAYS}. We read it as 0.1 days`],
  ['2 2', undefined, DAYS],
  ['1 month', undefined, 'must be in days or weeks, because months and years vary'],
  ['30 business days', undefined, DAYS],
  ['-5', undefined, DAYS],
])('reads the days %j as %j', (typed, text, words) => check(readDays, typed, text, words))

test.each([
  ['7', '7', '7 days'],
  ['0', '0', 'none'],
  ['0 hours', '0', 'none'],
  ['5 minutes', undefined, `${DAYS}, or 0 for none`],
  ['0.001', undefined, `${DAYS}, or 0 for none`],
])('reads the days of a reminder %j as %j', (typed, text, words) => check(readReminder, typed, text, words))

test.each([
  ['12', '12', '12 hours'],
  ['12 hrs.', '12', '12 hours'],
  ['2 days', '48', '48 hours'],
  ['120 min', '2', '2 hours'],
  ['2:00', '2', '2 hours'],
  ['0', '0', '0 hours'],
  ['90 min', undefined, `${HOURS}. We read it as 1.5 hours`],
  ['1 h 30', undefined, `${HOURS}. We read it as 1.5 hours`],
  ['1h30m', undefined, `${HOURS}. We read it as 1.5 hours`],
  ['1:30', undefined, `${HOURS}. We read it as 1.5 hours`],
  ['200', undefined, HOURS],
  ['soon', undefined, HOURS],
  ['30 min 1 h', undefined, HOURS],
])('reads the hours %j as %j', (typed, text, words) => check(readHours, typed, text, words))

test.each([
  ['1.5', '1.5', '1.5 hours'],
  ['1½', '1.5', '1.5 hours'],
  ['1 1/2', '1.5', '1.5 hours'],
  ['1.5 hrs', '1.5', '1.5 hours'],
  ['1.5 contact hours', '1.5', '1.5 hours'],
  ['90 min', '1.5', '1.5 hours'],
  ['1 h 30', '1.5', '1.5 hours'],
  ['1:30', '1.5', '1.5 hours'],
  ['50 minutes', '0.83', '0.83 hours, printed as 0.8'],
  ['1.20', '1.20', '1.2 hours'],
  ['1.29', '1.29', '1.29 hours, printed as 1.2'],
  ['1,5', undefined, 'must have a period before the decimals, such as 1.5'],
  ['1.234', undefined, 'must have at most two digits after the period, such as 1.25'],
  ['100', undefined, 'must be less than 100 hours'],
  ['about two', undefined, 'must be a number of hours such as 1.2'],
  ['1/2/3', undefined, 'must be a number of hours such as 1.2'],
  ['1.1.1', undefined, 'must be a number of hours such as 1.2'],
  ['½½', undefined, 'must be a number of hours such as 1.2'],
  ['1½½ h', undefined, 'must be a number of hours such as 1.2'],
])('reads the contact hours %j as %j', (typed, text, words) => check(readContactHours, typed, text, words))

const DATE = 'must be a date such as 11/27/2026 or 2026-11-27'

test.each([
  ['11/27/2026', '2026-11-27', 'Nov 27, 2026'],
  ['11-27-26', '2026-11-27', 'Nov 27, 2026'],
  ['11.27.2026', '2026-11-27', 'Nov 27, 2026'],
  ['1/2/2026', '2026-01-02', 'Jan 2, 2026'],
  ['11 / 27 / 2026', '2026-11-27', 'Nov 27, 2026'],
  ['Nov 27, 2026', '2026-11-27', 'Nov 27, 2026'],
  ['Nov. 27th, 2026', '2026-11-27', 'Nov 27, 2026'],
  ['sept 3 2027', '2027-09-03', 'Sep 3, 2027'],
  ['Friday, November 27, 2026', '2026-11-27', 'Nov 27, 2026'],
  ['27 Nov 2026', '2026-11-27', 'Nov 27, 2026'],
  ['27-nov-26', '2026-11-27', 'Nov 27, 2026'],
  ['2026-11-27', '2026-11-27', 'Nov 27, 2026'],
  ['2026/11/27', '2026-11-27', 'Nov 27, 2026'],
  ['November 27', '2026-11-27', 'Nov 27, 2026'],
  ['1/5', '2027-01-05', 'Jan 5, 2027'],
  ['7/4', '2026-07-04', 'Jul 4, 2026'],
  ['3/1/99', '1999-03-01', 'Mar 1, 1999'],
  ['2/29/2028', '2028-02-29', 'Feb 29, 2028'],
  ['27/11/2026', undefined, 'must start with the month, such as 11/27/2026'],
  ['27.11.2026', undefined, 'must start with the month, such as 11/27/2026'],
  ['02/30/2026', undefined, 'must be a date that exists: February 2026 has 28 days'],
  ['2026-02-30', undefined, 'must be a date that exists: February 2026 has 28 days'],
  ['Feb 29, 2026', undefined, 'must be a date that exists: February 2026 has 28 days'],
  ['13/32/2026', undefined, 'must have a month from 1 to 12'],
  ['November 2026', undefined, 'must include the day, such as November 27, 2026'],
  ['0001-11-27', undefined, 'must have a year from 1900 to 2099'],
  ['11/27/202', undefined, DATE],
  ['tomorrow', undefined, DATE],
  ['11272026', undefined, DATE],
])('reads the date %j as %j', (typed, text, words) => check(readDateToday, typed, text, words))

test('a date without a year needs today', () => {
  expect(readDate('1/5')).toEqual({ reason: 'must include the year, such as 1/5/2026' })
  expect(['2026-11-27', '11/27', ''].map(formatTypedDate)).toEqual(['11/27/2026', '11/27', ''])
})

const PHONE = 'must be a phone number such as (555) 123-4567, or begin with + and the country code'

test.each([
  ['(555) 123-4567', '(555) 123-4567'],
  ['555.123.4567 x12', '(555) 123-4567, ext. 12'],
  ['5551234567', '(555) 123-4567'],
  ['+1 555 123 4567', '(555) 123-4567'],
  ['1-555-123-4567 Ext. 12', '(555) 123-4567, ext. 12'],
  ['tel:+15551234567', '(555) 123-4567'],
  ['+44 (0)20 7946-0958', '+44 20 7946 0958'],
  ['011 44 20 7946 0958', '+44 20 7946 0958'],
  ['1-800-nurse-01', '(800) 687-7301'],
])('reads the phone number %j as %j', (typed, text) => check(readPhone, typed, text, text))

test.each([
  ['555-1234', 'must include the area code, such as (555) 123-4567'],
  ['555 123 456', PHONE],
  ['call us', PHONE],
  ['(555) 123-4567 or (555) 123-4568', PHONE],
])('refuses the phone number %j', (typed, words) => check(readPhone, typed, undefined, words))

const ZONE = 'must be a time zone, such as Chicago, Central, or America/Chicago'

test.each([
  ['Chicago', 'America/Chicago', 'America/Chicago (Central Time)'],
  ['Chicago, IL', 'America/Chicago', 'America/Chicago (Central Time)'],
  ['Central', 'America/Chicago', 'America/Chicago (Central Time)'],
  ['Central Time (US & Canada)', 'America/Chicago', 'America/Chicago (Central Time)'],
  ['CST', 'America/Chicago', 'America/Chicago (Central Time)'],
  ['US/Central', 'America/Chicago', 'America/Chicago (Central Time)'],
  ['america/new york', 'America/New_York', 'America/New_York (Eastern Time)'],
  ['eastern standard time', 'America/New_York', 'America/New_York (Eastern Time)'],
  ['St. Louis', 'America/Chicago', 'America/Chicago (Central Time)'],
  ['Berlin', 'Europe/Berlin', 'Europe/Berlin (Central European Time)'],
  ['UTC', 'UTC', 'UTC'],
  ['UTC-5', undefined, 'must be a place, such as Chicago, because an offset has no daylight saving time'],
  ['Mars', undefined, ZONE],
  ['America', undefined, ZONE],
])('reads the time zone %j as %j', (typed, text, words) => check(readTimeZone, typed, text, words))

test('the list of time zones begins with those of the US, and each can be read', () => {
  const zones = listTimeZones()
  expect(zones[1]).toEqual({ zone: 'America/Chicago', label: 'America/Chicago (Central Time)' })
  expect(zones.map(({ zone }) => zone)).toContain('Europe/Paris')
  expect(new Set(zones.map(({ zone }) => zone)).size).toBe(zones.length)
  for (const { zone } of zones) expect(readTimeZone(zone)).toMatchObject({ text: zone })
})

test.each(Object.entries(READERS))('%s reads hostile text in linear time', (_name, read) => {
  const parts = ['1', '1 ', '1,', '1.', '-', '(', '$', '1/', '½', 'a', 'a ', '1h', '́', '\u200B', ' ', 'x1', ',000']
  const start = performance.now()
  for (const part of parts)
    for (const typed of [part.repeat(100).slice(0, 100), `1${part.repeat(98).slice(0, 98)}!`, part.repeat(1_000_000)])
      expect(read(typed)).toBeDefined()
  expect(performance.now() - start).toBeLessThan(2_000)
})

test('a link to a phone number leaves out the extension', () => {
  expect(phoneAddress('(555) 010-0142, ext. 12')).toBe('tel:5550100142')
  expect(phoneAddress('+44 20 7946 0958')).toBe('tel:+442079460958')
})

test.each([
  ['nora@example.com', 'nora@example.com'],
  [' Nora Night <mailto:nora@example.com>, ', 'nora@example.com'],
  ['mailto:nora@example.com?subject=Hi', 'nora@example.com'],
  ['nora@example.com, ada@example.com', undefined],
  ['nora', undefined],
  ['nora@example', undefined],
])('reads the email %j as %j', (typed, text) =>
  check(readEmail, typed, text, text ?? 'must be one email address, such as name@example.com'),
)
