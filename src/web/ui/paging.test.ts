import { expect, test } from 'vitest'
import { PageParams } from '#shared/paging.ts'
import { parsePageNumber } from './paging.ts'

test('the first page has no number in its address, the others do', () => {
  expect([parsePageNumber(undefined), parsePageNumber('2'), parsePageNumber('31')]).toEqual(['1', '2', '31'])
})

test.each(['0', '1', '01', '-2', '2.5', 'two', '', '1234567'])('there is no page %j', (number) => {
  expect(PageParams.safeParse({ page: parsePageNumber(number) }).success).toBe(false)
})
