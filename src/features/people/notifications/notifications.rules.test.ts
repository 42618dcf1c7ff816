import { expect, test } from 'vitest'
import { describeChoice, formatNotification, isEmailKind, isOneClick, EMAIL_KIND_NAMES } from './notifications.rules.ts'

const parts = (name: string, value: string) =>
  `--b1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b1--\r\n`

test.each([
  ['as Gmail sends it', 'List-Unsubscribe=One-Click', true],
  ['among other fields', 'a=1&List-Unsubscribe=One-Click&b=2', true],
  ['in parts', parts('List-Unsubscribe', 'One-Click'), true],
  ['in parts with a type', parts('List-Unsubscribe"\r\nContent-Type: "text/plain', 'One-Click'), true],
  ['nothing', '', false],
  ['no body', undefined, false],
  ['another field', 'X-List-Unsubscribe=One-Click', false],
  ['another value', 'List-Unsubscribe=One-Clicks', false],
  ['another name in parts', parts('Unsubscribe', 'One-Click'), false],
  ['JSON', '{"List-Unsubscribe":"One-Click"}', false],
])('recognizes a one-click unsubscribe: %s', (_, body, isPress) => {
  expect(isOneClick(body)).toBe(isPress)
})

test('describes every choice of every kind', () => {
  expect(describeChoice('study-reminder', false)).toBe('You won’t get study reminders anymore.')
  expect(describeChoice('study-reminder', true)).toBe('You’ll get study reminders again.')
  expect(describeChoice('reply', true)).toBe(
    'You’ll get emails about replies to your questions again. They’re sent immediately.',
  )
  expect(EMAIL_KIND_NAMES.every(isEmailKind)).toBe(true)
  expect(isEmailKind('toString')).toBe(false)
})

test.each([
  [0, 'A reply.'],
  [1, 'A reply.'],
  [2, 'There are 2 new replies.'],
  [99, 'There are 99 new replies.'],
  [100, 'There are more than 99 new replies.'],
])('describes a group of notifications: %d', (count, words) => {
  expect(formatNotification({ words: 'A reply.', counted: 'new replies.' }, count)).toBe(words)
  expect(formatNotification({ words: 'A reply.', counted: null }, count)).toBe('A reply.')
})
