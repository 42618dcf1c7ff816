import { expect, test } from 'vitest'
import { countByKind, formatCounts, KIND_NAMES, KINDS, getOwnerPage, getProductPage } from './kinds.ts'

test.each([
  ['course', '/Course/x', '/MyAcademy/x'],
  ['podcast', '/Podcast/x', '/Podcast/x'],
  ['document', '/Document/x', '/MyDocuments/x'],
] as const)('a %s is shown at %s and opened by its owner at %s', (kind, page, ownersPage) => {
  expect([getProductPage(kind, 'x'), getOwnerPage(kind, 'x')]).toEqual([page, ownersPage])
})

test('no two kinds share an address', () => {
  const addresses = KIND_NAMES.flatMap((kind) => {
    const { page, shelf, owned, payment } = KINDS[kind]
    return [page, shelf.address, payment.open, payment.confirm, ...(owned ? [owned.address] : [])]
  }).map((address) => address.toLowerCase())
  expect(addresses).toEqual([...new Set(addresses)])
})

test('counts products by kind, including kinds with none', () => {
  const counts = countByKind([{ kind: 'course' }, { kind: 'podcast' }, { kind: 'podcast' }])
  expect(formatCounts(counts)).toMatch(/^1 course, 2 podcasts, 0 documents/)
})
