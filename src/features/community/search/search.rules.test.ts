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
])('%j is shown in pieces', (text, pieces) => {
  expect(splitHighlights(text).map(({ text: piece, isFound }) => [piece, isFound])).toEqual(pieces)
})

test('what is typed is asked without signs that nobody types', () => {
  expect(normalizeQuery(' \u0000a\u0002\u202Eb\n c ')).toBe('a b  c')
})

test('lines are joined to passages that begin at their first moment, and never cross a page', () => {
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

test('no word is cut where a passage ends', () => {
  const words = Array.from({ length: 900 }, (_, index) => `word${index}${index % 70 === 0 ? '.' : ''}`)
  expect(splitIntoPassages([{ text: words.join(' ') }]).flatMap(({ body }) => body.split(' '))).toEqual(words)
})

test('a text without a space, a sentence or an end is cut, and after three thousand passages it is enough', () => {
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
])('%j is asked for as %j', (words, query) => {
  expect(toWebSearchQuery(words)).toBe(query)
})

test('a word that is divided at the end of a line is found as a whole', () => {
  expect(splitIntoPassages([{ text: 'An exam\u0002ina\u00AD\ntion.' }])).toEqual([
    { seconds: null, page: null, body: 'An examination.' },
  ])
})
