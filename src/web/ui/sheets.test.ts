import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SRC = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(SRC, file), 'utf8')

/** Features whose classes are in a separate stylesheet instead of the common one, grouped by stylesheet. */
const leftOut = [...read('web/ui/theme.css').matchAll(/features\/\{([^}]+)\}/g)].map(([, names = '']) =>
  names.split(','),
)
const [ofStudio = [], ofMembers = []] = leftOut

/** All files that a file displays: itself, and all its static and dynamic imports. */
function shownBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, from = ''] of read(file).matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)) {
    const found = from.startsWith('#') ? from.slice(1) : path.join(path.dirname(file), from)
    if (/\.(?:tsx|css)$/.test(found) && existsSync(path.join(SRC, found))) {
      if (found.endsWith('.css')) seen.add(found)
      else shownBy(found, seen)
    }
  }
  return seen
}

/** The layout route around each page of the account and the studio. */
const layouts = new Map(
  [...read('routes.ts').matchAll(/layout\('(features\/[^']+)', [^[]*\[(.*?)\n {2,4}\]\)/gs)].flatMap(
    ([, layout = '', routes = '']) =>
      [...routes.matchAll(/'(features\/[^']+)'/g)].map(([, page = '']) => [page, layout] as const),
  ),
)

/** All files that a page displays, with the layout around it. */
const shownOn = (page: string) => [...shownBy(page), ...shownBy(layouts.get(page) ?? page)]

// Includes the layouts around every page.
const pages = [...globSync('features/*/*/*.page.tsx', { cwd: SRC }), 'root.tsx', 'web/shell/shell.tsx']
const isOf = (folders: readonly string[]) => (file: string) =>
  folders.includes(file.split('/').slice(1, 3).join('/')) && file.endsWith('x')

test.each([
  ['members.css', ofMembers],
  ['studio.css', ofStudio],
])('a page with components whose classes are only in %s loads that sheet', (sheet, folders) => {
  expect(folders.length).toBeGreaterThan(2)
  expect(folders.filter((folder) => !existsSync(path.join(SRC, 'features', folder)))).toEqual([])
  expect(pages.length).toBeGreaterThan(50)
  expect(layouts.size).toBeGreaterThan(25)
  const without = pages.flatMap((page) => {
    const shown = shownOn(page)
    const needs = shown.filter(isOf(folders))
    const has = shown.some((file) => file.endsWith(`/${sheet}`) || file.endsWith('/studio.css'))
    return needs.length > 0 && !has ? [{ page, for: needs.slice(0, 2) }] : []
  })
  expect(without).toEqual([])
})
