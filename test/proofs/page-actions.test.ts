import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// An action that a page does not list fails only when it is used, and the compiler can't detect that.

const ROOT = path.resolve(import.meta.dirname, '../../src')
const sources = new Map(
  globSync('**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/*.test.*', 'web/client/use-action.ts'] }).map((file) => [
    file,
    readFileSync(path.join(ROOT, file), 'utf8'),
  ]),
)

/** What a file imports at run time, statically or on demand. */
function importsOf(file: string): string[] {
  const found = (sources.get(file) ?? '').matchAll(
    /(?:import|export) (?!type )[^'"]*?from '([^']+)'|import\('([^']+)'\)/g,
  )
  return [...found]
    .map(([, now, later]) => now ?? later ?? '')
    .map((to) => (to.startsWith('#') ? to.slice(1) : path.join(path.dirname(file), to)))
    .filter((to) => sources.has(to) && !to.endsWith('.page.tsx'))
}

function partsOf(page: string): Set<string> {
  const parts = new Set([page])
  // A loop over a set also visits what is added while it runs.
  for (const part of parts) for (const imported of importsOf(part)) parts.add(imported)
  return parts
}

/** Whether a page defines the actions of this type itself, with `satisfies LinkActions` or `downloadActions(…)`. */
const isMade = (source: string, type: string) => source.toLowerCase().includes(type.toLowerCase())

test('a page lists every action that its parts can run', () => {
  const missing = [...sources]
    .filter(([file]) => file.endsWith('.page.tsx'))
    .flatMap(([page, source]) => {
      const listed = /defineActions\(([\w,\s]*)\)/.exec(source)?.[1]?.split(/[,\s]+/) ?? []
      const used = [...partsOf(page)].flatMap((part) => [
        ...(sources.get(part) ?? '').matchAll(/\b(?:useA|A)ction<(typeof )?(?!Table)(\w+)/g),
      ])
      const isMissing = ([, isValue, table = '']: RegExpExecArray) =>
        isValue === undefined ? !isMade(source, table) : !listed.includes(table)
      return [...new Set(used.filter(isMissing).map(([, , table = '']) => `${page}: ${table}`))]
    })
  expect(missing).toEqual([])
})
