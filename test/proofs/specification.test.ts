import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PARTS = 9
/** Fewer rows would mean that requirements were dropped. */
const MIN_ROWS = 270
const MIN_CALLS = 25
const MIN_ROUTES = 20

type Row = { id: string; requirement: string; files: string[]; tests: { file: string; title: string }[] }

const source = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

function rowsOf(table: string): Row[] {
  return table
    .split('\n')
    .filter((line) => /^\| *R\d/.test(line))
    .map((line) => {
      const [, id = '', requirement = '', files = '', tests = ''] = line.split(/ *\| */)
      return {
        id,
        requirement,
        files: codeIn(files),
        tests: codeIn(tests).map((code) => {
          const [file = '', title = ''] = code.split(' › ', 2)
          return { file, title }
        }),
      }
    })
}

const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** The titles in a test file as written: of tests, groups, and tables; `$call` expands to each `call` of its table. */
function titlesIn(text: string): string[] {
  const literal = String.raw`(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")`
  // `test(`, or the end of what precedes a title: `])(`, `] as const)(`, `.each(CALLS)(`.
  const opening = String.raw`(?:\b(?:test|describe)(?:\.skipIf\(\w+\))?\(|\](?: as const)?[,\s)]*\)\(|\.each\(\w+\)\()`
  const named = [...text.matchAll(new RegExp(String.raw`${opening}\s*${literal}`, 'g'))]
  return named
    .map(([, single, double]) => (single ?? double ?? '').replaceAll(String.raw`\'`, "'"))
    .flatMap((title) => {
      const key = /^\$(\w+)$/.exec(title)?.[1]
      if (key === undefined) return [title]
      return [...text.matchAll(new RegExp(`\\b${key}: '([^']+)'`, 'g'))].map(([, value = '']) => value)
    })
}

/** The constant parts of the visible texts in a row. */
function quotedIn(requirement: string): string[] {
  return [...requirement.matchAll(/“([^”]+)”/g)].flatMap(([, text = '']) =>
    text
      .split(/\{[^}]*\}|n\/total|\bN\b|\bX\b|P%/)
      .map((fixed) => fixed.trim())
      .filter((fixed) => fixed.length > 1),
  )
}

function problemsIn(table: string): string[] {
  const rows = rowsOf(table)
  const problems: string[] = []
  const seen = new Set<string>()
  for (const { id, requirement, files, tests } of rows) {
    if (!/^R[1-9]\.\d+$/.test(id)) problems.push(`${id} is no id`)
    if (seen.has(id)) problems.push(`${id} is there twice`)
    seen.add(id)
    if (requirement === '') problems.push(`${id} says nothing`)
    if (files.length === 0) problems.push(`${id} has no file`)
    if (tests.length === 0) problems.push(`${id} has no test`)
    const missing = [...files, ...tests.map(({ file }) => file)].filter((file) => !existsSync(path.join(ROOT, file)))
    problems.push(...missing.map((file) => `${id}: there is no ${file}`))
    if (missing.length > 0) continue
    for (const { file, title } of tests) {
      const titles = titlesIn(source(file))
      // A title may also be the beginning of others.
      const found =
        titles.filter((each) => each === title).length || titles.filter((each) => each.startsWith(title)).length
      if (title === '' || found !== 1) problems.push(`${id}: ${found} tests of ${file} begin with '${title}'`)
    }
    const text = [...files, ...tests.map(({ file }) => file)].map(source).join('\n').replaceAll(/\s+/g, ' ')
    problems.push(
      ...quotedIn(requirement)
        .filter((quoted) => !text.includes(quoted))
        .map((quoted) => `${id}: “${quoted}” is in none of its files`),
    )
  }
  for (let part = 1; part <= PARTS; part += 1)
    if (!rows.some(({ id }) => id.startsWith(`R${part}.`))) problems.push(`part ${part} has no row`)
  return problems
}

const table = source('docs/specification.md')
const first = rowsOf(table)[0]

test('every requirement has a file that implements it and a test that covers it', () => {
  expect(problemsIn(table)).toEqual([])
  const rows = rowsOf(table)
  expect(rows.length).toBeGreaterThanOrEqual(MIN_ROWS)
  const calls = rows.filter(({ requirement }) => /^`(?:GET|POST) \/Academy\//.test(requirement))
  expect(calls).toHaveLength(MIN_CALLS)
  expect(rows.filter(({ requirement }) => requirement.startsWith('Route `/'))).toHaveLength(MIN_ROUTES)
})

test.each([
  ['a row without a file', (text: string) => text.replace(/(\| R1\.1 .*?\|.*?\|).*?\|/, '$1 |'), 'R1.1 has no file'],
  ['a row without a test', (text: string) => text.replace(/(\| R1\.1 .*\|)[^|]*\|$/m, '$1 |'), 'R1.1 has no test'],
  [
    'a missing file',
    (text: string) => text.replace(first?.files[0] ?? '', 'src/gone.ts'),
    'R1.1: there is no src/gone.ts',
  ],
  [
    'a missing test',
    (text: string) => text.replace(first?.tests[0]?.title ?? '', 'nobody tests this'),
    `R1.1: 0 tests of ${first?.tests[0]?.file} begin with 'nobody tests this'`,
  ],
  ['a duplicate id', (text: string) => text.replace('| R1.2 ', '| R1.1 '), 'R1.1 is there twice'],
  ['a part without rows', (text: string) => text.replaceAll('| R9.', '| R8.9'), 'part 9 has no row'],
  [
    'a text that no file contains',
    (text: string) => text.replace(/“Empowering nurses[^”]*”/, '“Nowhere to be seen”'),
    'R1.1: “Nowhere to be seen” is in none of its files',
  ],
])('reports %s', (_, spoil, problem) => {
  const spoiled = spoil(table)
  expect(spoiled).not.toBe(table)
  expect(problemsIn(spoiled)).toContain(problem)
})
