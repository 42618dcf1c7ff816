import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const text = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8')

test('every file named on the page about accounts and sessions exists', () => {
  const named = [...text.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
})

test('the page answers every line of levels 1 and 2', () => {
  const answered = [...text.matchAll(/^\| ([67]\.\d+\.\d+)/gm)].map(([, line = '']) => line)
  const lines = (section: string, many: number) => Array.from({ length: many }, (_, n) => `${section}.${n + 1}`)
  // Leaves out the requirements of level 3. One line of the page covers all of section 6.8.
  expect(answered).toEqual([
    ...lines('6.1', 3),
    ...lines('6.2', 12),
    ...lines('6.3', 4),
    ...lines('6.4', 4),
    ...lines('6.5', 5),
    ...lines('6.6', 3),
    '6.8.1',
    ...lines('7.1', 3),
    ...lines('7.2', 4),
    ...lines('7.3', 2),
    ...lines('7.4', 5),
    ...lines('7.5', 2),
    ...lines('7.6', 2),
  ])
})
