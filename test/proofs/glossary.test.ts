import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

test('every path in the glossary exists', () => {
  const rows = readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
  const places = rows.flatMap((row) =>
    [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, place = '']) => place),
  )
  expect(places.length).toBeGreaterThan(50)
  expect(
    places.filter((place) => !existsSync(path.join(ROOT, place.startsWith('src/') ? '' : 'src/features', place))),
  ).toEqual([])
})
