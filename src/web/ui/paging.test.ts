import { expect, test } from 'vitest'
import { PageParams } from '#shared/paging.ts'
import { pageNumber } from './paging.ts'

test('the first page has no number in its address, the others have theirs', () => {
  expect([pageNumber(undefined), pageNumber('2'), pageNumber('31')]).toEqual(['1', '2', '31'])
})

test.each(['0', '1', '01', '-2', '2.5', 'two', '', '1234567'])('there is no page %j', (number) => {
  expect(PageParams.safeParse({ page: pageNumber(number) }).success).toBe(false)
})
