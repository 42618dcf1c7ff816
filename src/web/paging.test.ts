import { expect, test } from 'vitest'
import { pageOf } from './paging.ts'

const items = Array.from({ length: 100 }, (_, index) => index + 1)

test('a long list is shown in parts of 48, none of them left out', () => {
  expect(pageOf(items, undefined)).toEqual({ items: items.slice(0, 48), page: 1, pages: 3 })
  expect(pageOf(items, '2')).toEqual({ items: items.slice(48, 96), page: 2, pages: 3 })
  expect(pageOf(items, '3')).toEqual({ items: [97, 98, 99, 100], page: 3, pages: 3 })
})

test('a short list, and one without anything, is one page', () => {
  expect(pageOf(items.slice(0, 48), undefined)).toMatchObject({ page: 1, pages: 1 })
  expect(pageOf([], undefined)).toEqual({ items: [], page: 1, pages: 1 })
})

test.each(['0', '1', '4', '-2', '2.5', 'two', ''])('there is no page %j', (number) => {
  expect(() => pageOf(items, number)).toThrow(expect.objectContaining({ init: { status: 404 } }))
})
