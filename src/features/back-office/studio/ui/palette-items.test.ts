import { expect, test } from 'vitest'
import type { Role } from '#shared/policy.ts'
import { findPages } from './palette-items.ts'

const find = (role: Role, words: string) => findPages(role, words).map(({ title }) => title)

test('finds pages by their name, area, or description, those with the word in their name first', () => {
  expect(find('owner', 'reports')).toEqual([
    'Question reports',
    'Completions',
    'Exam attempts',
    'Failed emails',
    'Audit log',
  ])
  expect(find('owner', 'REFUND')).toEqual(['Orders', 'General'])
  for (const words of ['time zone', 'tax id', 'refund window'])
    expect([words, find('owner', words)]).toEqual([words, ['General']])
  expect(find('owner', 'passing score')).toEqual(['Catalog'])
  expect(find('owner', 'password')).toEqual(['Members', 'Account security'])
  expect(find('owner', 'certificate')).toEqual(['Members', 'Progress', 'Completions'])
  expect(find('owner', 'discount code')).toEqual(['Coupons'])
  expect(find('owner', 'zebra')).toEqual([])
  expect(find('owner', '')).toHaveLength(29)
  expect(find('editor', 'refund')).toEqual([])
  expect(find('learner', '')).toEqual([])
})
