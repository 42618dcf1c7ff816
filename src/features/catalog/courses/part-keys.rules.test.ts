import { expect, test } from 'vitest'
import { isOfOurs, type Known, keysOfOptions, recognise } from './part-keys.rules.ts'

const stored = (id: string, key: string, name: string, isRetired = false): Known => {
  return { id, key, name, isRetired, isUnnamed: true }
}
const idsOf = (found: (Known | undefined)[]) => found.map((one) => one?.id)

test('a key finds its own whatever became of its name, and the name only what no key has taken', () => {
  const known = [stored('1', 'a', 'first'), stored('2', 'b', 'second')]
  expect(
    idsOf(
      recognise(known, [
        { key: 'b', name: 'first' },
        { key: undefined, name: 'second' },
      ]),
    ),
  ).toEqual(['2', undefined])
  expect(
    idsOf(
      recognise(known, [
        { key: 'b', name: 'first' },
        { key: 'a', name: 'second' },
      ]),
    ),
  ).toEqual(['2', '1'])
})

test('without a known key the name decides, and what is shown goes before what was retired', () => {
  const known = [stored('1', 'a', 'same', true), stored('2', 'b', 'same'), stored('3', 'c', 'gone', true)]
  expect(idsOf(recognise(known, [{ key: undefined, name: 'same' }]))).toEqual(['2'])
  expect(
    idsOf(
      recognise(known, [
        { key: 'new', name: 'gone' },
        { key: undefined, name: 'new' },
      ]),
    ),
  ).toEqual(['3', undefined])
})

test('options without keys take those of the same words, or none', () => {
  const before = { options: ['yes', 'no'], optionKeys: ['y', 'n'] }
  expect(keysOfOptions(['no', 'yes'], before)).toEqual(['n', 'y'])
  expect(keysOfOptions(['no', 'perhaps'], before)).toEqual([])
  expect(keysOfOptions(['no'], undefined)).toEqual([])
})

test('what its author gave another id is another one, though it has the name', () => {
  const known = [{ ...stored('1', 'first', 'page'), isUnnamed: false }]
  expect(idsOf(recognise(known, [{ key: 'other', name: 'page' }]))).toEqual([undefined])
  expect(idsOf(recognise(known, [{ key: undefined, name: 'page' }]))).toEqual(['1'])
  expect(['page', 'k0123456789ab', 'first'].map((key) => isOfOurs(key, 'page'))).toEqual([true, true, false])
})
