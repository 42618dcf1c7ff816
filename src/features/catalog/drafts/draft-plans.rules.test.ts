import { expect, test } from 'vitest'
import { findChangedParts, getFileIds, findOverwrittenParts } from './draft-plans.rules.ts'

const file = '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'

test('finds files wherever a plan names them, and mistakes no text for one', () => {
  const plan = { name: file, cover: file.toUpperCase(), lectures: [{ id: 'a', attachments: [{ name: 'x', file }] }] }
  expect(getFileIds(plan)).toEqual([file])
  expect(getFileIds({ name: file, cover: null, video: 'none' })).toEqual([])
})

test('names differing parts by path', () => {
  const one = {
    name: 'a',
    lectures: [
      { id: 'p', name: 'x' },
      { id: 'q', name: 'y' },
    ],
  }
  const other = { name: 'a', lectures: [{ id: 'p', name: 'z' }] }
  expect(findChangedParts(one, other)).toEqual([
    ['lectures', 'p', 'name'],
    ['lectures', 'q'],
  ])
  expect(findChangedParts(one, { ...one, lectures: one.lectures.toReversed() }), 'their order').toEqual([['lectures']])
})

test('finds exactly the studio changes since the last import that an import would overwrite', () => {
  const base = { price: '100', short: 'a', name: 'n' }
  const before = { ...base, price: '120' }
  expect(findOverwrittenParts({ base, before, after: base })).toEqual([['price']])
  expect(findOverwrittenParts({ base, before, after: { ...before, short: 'b' } }), 'it knows of the change').toEqual([])
  expect(
    findOverwrittenParts({ base, before: base, after: { ...base, price: '90' } }),
    'the studio changed nothing',
  ).toEqual([])
})
