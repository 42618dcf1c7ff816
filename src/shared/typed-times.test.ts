import { expect, test } from 'vitest'
import { formatTimeOfDay, readTimeOfDay } from './typed-times.ts'

test.each([
  ['9:30 AM', '09:30', '9:30 AM'],
  ['9.30pm', '21:30', '9:30 PM'],
  ['3 p.m.', '15:00', '3:00 PM'],
  ['12 am', '00:00', '12:00 AM'],
  ['12 PM', '12:00', '12:00 PM'],
  ['noon', '12:00', '12:00 PM'],
  ['15:05', '15:05', '3:05 PM'],
  ['09:00', '09:00', '9:00 AM'],
  ['0900', '09:00', '9:00 AM'],
])('reads %s as %s', (typed, text, shown) => {
  expect(readTimeOfDay(typed)).toEqual({ text, shown })
  expect(readTimeOfDay(formatTimeOfDay(text))).toEqual({ text, shown })
})

test.each(['', 'later', '25:00', '13 PM', '9:60', '9', '0 am', '9:30 AM ET'])('refuses %j', (typed) => {
  expect(readTimeOfDay(typed)).toHaveProperty('reason')
})
