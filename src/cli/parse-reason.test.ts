import { expect, test } from 'vitest'
import { parseReason } from './parse-reason.ts'

test.each([
  [' taken by somebody else ', { words: 'taken by somebody else' }],
  ['x'.repeat(500), { words: 'x'.repeat(500) }],
  ['x'.repeat(501), { wrong: 'Please use at most 500 characters.' }],
  ['\u202E\u200B', { wrong: 'It needs a reason.' }],
  ['', { wrong: 'It needs a reason.' }],
  [undefined, { wrong: 'It needs a reason.' }],
])('--why %j', (why, expected) => expect(parseReason(why, 'It needs a reason.')).toEqual(expected))
