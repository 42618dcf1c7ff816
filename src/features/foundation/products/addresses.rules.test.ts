import { expect, test } from 'vitest'
import { type ProductAddress, resolveProduct } from './addresses.rules.ts'

const guide = { id: '1', kind: 'document', slug: 'guide' } as const
const book = { id: '2', kind: 'document', slug: 'book' } as const
// `manual` is a former slug of the guide.
const known = new Map<string, ProductAddress>([
  ['guide', guide],
  ['manual', guide],
  ['book', book],
])
const which = (slug: string, ...earlierAddresses: string[]) =>
  resolveProduct({ kind: 'document', slug, earlierAddresses }, known)

test('resolves a former address to its product, which keeps its current one', () => {
  expect(which('guide')).toEqual({ id: '1', slug: 'guide' })
  expect(which('manual')).toEqual({ id: '1', slug: 'guide' })
  expect(which('fresh')).toEqual({ id: undefined, slug: 'fresh' })
})

test('gives a product a new or former address when its previous one is named', () => {
  expect(which('fresh', 'guide')).toEqual({ id: '1', slug: 'fresh' })
  expect(which('fresh', 'manual')).toEqual({ id: '1', slug: 'fresh' })
  expect(which('manual', 'guide')).toEqual({ id: '1', slug: 'manual' })
  expect(which('guide', 'never-known')).toEqual({ id: '1', slug: 'guide' })
})

test("never merges separate products and never changes a product's kind", () => {
  expect(which('guide', 'book')).toMatchObject({ wrong: expect.stringContaining('separate products') })
  expect(which('fresh', 'guide', 'book')).toMatchObject({ wrong: expect.stringContaining('separate products') })
  expect(resolveProduct({ kind: 'course', slug: 'manual', earlierAddresses: [] }, known)).toEqual({
    wrong: 'the academy already has a document named guide',
  })
})
