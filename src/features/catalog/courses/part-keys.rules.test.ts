import { expect, test } from 'vitest'
import { isGeneratedKey, type StoredPart, getOptionKeys, matchParts } from './part-keys.rules.ts'

const stored = (id: string, key: string, name: string, isRetired = false): StoredPart => {
  return { id, key, name, isRetired, isUnnamed: true }
}
const getIds = (found: (StoredPart | undefined)[]) => found.map((one) => one?.id)

test('matches a key whatever its name is, and a name only when no key took it', () => {
  const known = [stored('1', 'a', 'first'), stored('2', 'b', 'second')]
  expect(
    getIds(
      matchParts(known, [
        { key: 'b', name: 'first' },
        { key: undefined, name: 'second' },
      ]),
    ),
  ).toEqual(['2', undefined])
  expect(
    getIds(
      matchParts(known, [
        { key: 'b', name: 'first' },
        { key: 'a', name: 'second' },
      ]),
    ),
  ).toEqual(['2', '1'])
})

test('matches by name without a known key, current parts before retired ones', () => {
  const known = [stored('1', 'a', 'same', true), stored('2', 'b', 'same'), stored('3', 'c', 'gone', true)]
  expect(getIds(matchParts(known, [{ key: undefined, name: 'same' }]))).toEqual(['2'])
  expect(
    getIds(
      matchParts(known, [
        { key: 'new', name: 'gone' },
        { key: undefined, name: 'new' },
      ]),
    ),
  ).toEqual(['3', undefined])
})

test('gives options without keys those of the same texts, or none', () => {
  const before = { options: ['yes', 'no'], optionKeys: ['y', 'n'] }
  expect(getOptionKeys(['no', 'yes'], before)).toEqual(['n', 'y'])
  expect(getOptionKeys(['no', 'perhaps'], before)).toEqual([])
  expect(getOptionKeys(['no'], undefined)).toEqual([])
})

test("treats a part with another author's id as new, although the name matches", () => {
  const known = [{ ...stored('1', 'first', 'page'), isUnnamed: false }]
  expect(getIds(matchParts(known, [{ key: 'other', name: 'page' }]))).toEqual([undefined])
  expect(getIds(matchParts(known, [{ key: undefined, name: 'page' }]))).toEqual(['1'])
  expect(['page', 'k0123456789ab', 'first'].map((key) => isGeneratedKey(key, 'page'))).toEqual([true, true, false])
})
