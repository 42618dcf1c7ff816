import { expect, test } from 'vitest'
import { splitIntoPassages } from './passages.rules.ts'
import { normalizeQuery, splitHighlights, toWebSearchQuery } from './search.rules.ts'
import { processorTime } from '../../../../test/harness/event-loop-block.ts'

test.each([
  ['nothing found', [['nothing found', false]]],
  [
    'a \u0002b\u0003 c',
    [
      ['a ', false],
      ['b', true],
      [' c', false],
    ],
  ],
  [
    '\u0002a\u0003\u0002b\u0003',
    [
      ['a', true],
      ['b', true],
    ],
  ],
  ['', []],
])('splits %j into segments', (text, segments) => {
  expect(splitHighlights(text).map(({ text: segment, isFound }) => [segment, isFound])).toEqual(segments)
})

test('removes characters from a query that no one types', () => {
  expect(normalizeQuery(' \u0000a\u0002\u202Eb\n c ')).toBe('a b  c')
})

test('joins lines into passages that start at their first timestamp and never cross a page', () => {
  const sentence = `${'word '.repeat(40)}end.`
  expect(
    splitIntoPassages([
      { seconds: 0.4, text: sentence },
      { seconds: 12.9, text: 'Short.' },
      { seconds: 30.7, text: sentence },
      { seconds: 61.2, text: sentence },
    ]).map(({ seconds, body }) => [seconds, body.length]),
  ).toEqual([
    [0, 416],
    [61, 204],
  ])
  expect(
    splitIntoPassages([
      { page: 1, text: 'One.' },
      { page: 2, text: 'Two.\n\nThree' },
    ]),
  ).toEqual([
    { seconds: null, page: 1, body: 'One.' },
    { seconds: null, page: 2, body: 'Two. Three' },
  ])
})

test('cuts no word at the end of a passage', () => {
  const words = Array.from({ length: 900 }, (_, index) => `word${index}${index % 70 === 0 ? '.' : ''}`)
  expect(splitIntoPassages([{ text: words.join(' ') }]).flatMap(({ body }) => body.split(' '))).toEqual(words)
})

test('cuts a text without spaces or sentences and stops after three thousand passages', () => {
  let passages: ReturnType<typeof splitIntoPassages> = []
  const ms = processorTime(() => (passages = splitIntoPassages([{ text: 'x'.repeat(5_000_000) }])))
  expect(passages.length).toBe(3_000)
  expect(Math.max(...passages.map(({ body }) => body.length))).toBeLessThanOrEqual(500)
  expect(splitIntoPassages([{ text: ' \u0002\n' }])).toEqual([])
  expect(ms).toBeLessThan(2_000)
})

test.each([
  ['nurse -doctor "legal record"', 'nurse -doctor "legal record"'],
  ['one or another', 'one or another'],
  ['well-known', 'well-known'],
  ['--twice ---often', '-twice -often'],
  ['- - - a', 'a'],
  ['-"" -"!" x', 'x'],
  ['"open', '"open"'],
  ['a----b', 'a b'],
  ['!&|', ''],
])('converts %j to %j', (words, query) => {
  expect(toWebSearchQuery(words)).toBe(query)
})

test('finds a word hyphenated at a line end as a whole', () => {
  expect(splitIntoPassages([{ text: 'An exam\u0002ina\u00AD\ntion.' }])).toEqual([
    { seconds: null, page: null, body: 'An examination.' },
  ])
})
