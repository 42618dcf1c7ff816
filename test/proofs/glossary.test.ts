import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

const rows = readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split(/ *\| */).slice(1, -1))

test('every folder of the features stands in the glossary with its word, and each that stands there exists', () => {
  const folders = readdirSync(path.join(ROOT, 'src/features')).toSorted()
  const named = rows.flatMap(([, means = '']) =>
    [...means.matchAll(/`features\/([a-z]+)`/g)].map(([, name = '']) => name),
  )
  expect(named.toSorted()).toEqual(folders)
})

test('a word of the glossary is there once, says what it means, and is not among its own words to avoid', () => {
  const words = rows.map(([word]) => word)
  expect(words).toEqual([...new Set(words)])
  const wrong = rows.filter(([word, means, avoid]) => means === '' || avoid?.includes(`_${word}_`))
  expect(wrong).toEqual([])
})
