import { expect, test } from 'vitest'
import {
  nameShown,
  PLACE_PATTERN,
  placeInWords,
  placeOfWords,
  stateOf,
  tidyText,
  tidyTitle,
} from './discussions.rules.ts'

test.each([
  ['lines of other systems', 'one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
  ['signs that turn the line around', 'pay\u202Egnp.exe\u202C \u2066now\u2069\u200F', 'paygnp.exe now'],
  ['signs that nobody sees', 'a\u200Bb\uFEFFc\u0000d\u0007e\u{E0041}f', 'abcdef'],
  ['a letter under a heap of marks', `Z${'\u0335'.repeat(200)}a`, `Z${'\u0335'.repeat(4)}a`],
  ['half a letter', 'a\uD800b', 'a\uFFFDb'],
  ['letters in parts', 'Rene\u0301', 'Ren\u00E9'],
  ['ends of lines', '  first  \n\nlast\t \n', 'first\n\nlast'],
  ['what belongs to languages', 'שָׁלוֹם Tiếng Việt 👩🏽‍⚕️ ไม่ได้', 'שָׁלוֹם Tiếng Việt 👩🏽‍⚕️ ไม่ได้'.normalize('NFC')],
])('%s', (_, typed, kept) => {
  expect(tidyText(typed)).toBe(kept)
  expect(tidyText(kept)).toBe(kept)
})

test('a title is one line', () => expect(tidyTitle(' Thirty\n days \t or  more? ')).toBe('Thirty days or more?'))

test.each([
  [{ firstName: 'Nora', lastName: 'Nightingale' }, 'Nora N.'],
  [{ firstName: 'Nora', lastName: '' }, 'Nora'],
  [{ firstName: '', lastName: '' }, 'A member'],
  [{ firstName: 'Nora', lastName: 'Nightingale', isErased: true }, 'A former member'],
  [{ firstName: 'Sam', lastName: 'Staff', isStaff: true }, 'Sam Staff'],
  [{ firstName: '', lastName: '', isStaff: true }, 'The academy'],
])('%j is read as %s', (given, shown) => {
  expect(nameShown({ isStaff: false, isErased: false, ...given })).toBe(shown)
})

test('what is deleted is told as that, whoever has hidden it before', () => {
  const now = new Date()
  expect([
    stateOf({ deletedAt: null, hiddenAt: null }),
    stateOf({ deletedAt: null, hiddenAt: now }),
    stateOf({ deletedAt: now, hiddenAt: now }),
  ]).toEqual(['there', 'hidden', 'deleted'])
})

test('a place in the list is the same again from its words', () => {
  const place = {
    isPinned: true,
    activeAt: new Date('2026-11-23T10:14:05.123Z'),
    id: 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11',
  }
  expect(placeInWords(place)).toMatch(PLACE_PATTERN)
  expect(placeOfWords(placeInWords(place))).toEqual(place)
})
