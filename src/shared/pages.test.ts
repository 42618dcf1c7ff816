import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loginAddress, pageAddress, listPageAddress, registerAddress } from './pages.ts'

const SRC = path.resolve(import.meta.dirname, '..')

test('builds an address in its declared spelling with its parameters', () => {
  expect([pageAddress('/'), pageAddress('/Courses/'), pageAddress('/Login')]).toEqual(['/', '/Courses/', '/Login'])
  expect(
    pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug/', {
      slugOrPurchaseId: 'a course',
      lectureSlug: 'l/1',
    }),
  ).toBe('/MyAcademy/a%20course/Lecture/l%2F1/')
  expect([listPageAddress('/Courses/', 1), listPageAddress('/Courses/', 2)]).toEqual(['/Courses/', '/Courses/2'])
  // @ts-expect-error there is no such page
  expect(pageAddress('/Lessons/')).toBe('/Lessons/')
  // @ts-expect-error it needs an id
  expect(() => pageAddress('/Course/:id')).toThrow(TypeError)
})

test('login and registration lead back', () => {
  expect(loginAddress('/MyAcademy/x?lecture=2')).toBe('/login?next=%2FMyAcademy%2Fx%3Flecture%3D2')
  expect(registerAddress('/Course/x')).toBe('/Register?next=%2FCourse%2Fx')
})

const WORDS = [...readFileSync(path.join(SRC, 'routes.ts'), 'utf8').matchAll(/route\('([A-Z]\w+)/g)].map(
  ([, word]) => word,
)
const PAGE = `/(?:${WORDS.join('|')}|Lecture)\\b`
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm

/**
 * Page URLs that escape type checking, because they are concatenated or because they are passed where any string is
 * accepted.
 */
const BY_HAND = [
  // Such a type is allowed.
  `[\`}]${PAGE}(?!\\$\\{string\\})`,
  `['"]${PAGE}[^'"]*['"]\\s*\\+`,
  `\\+\\s*['"]${PAGE}`,
  `(?:navigate|redirect|assign|replace)\\(\\s*['"]${PAGE}`,
  `<Link\\s[^>]*to="${PAGE}`,
].map((pattern) => new RegExp(pattern, 'i'))

function addressesByHand(source: string): string[] {
  const code = source.replaceAll(COMMENT, '')
  return BY_HAND.flatMap((pattern) => pattern.exec(code)?.[0] ?? [])
}

test.each([
  '<ButtonLink to={`/Course/${id}`}>',
  '`${config.publicUrl}/Account/`',
  '`${course}/Lecture/${id}/`',
  '`/login?next=${back}`',
  "await navigate('/Success/', { state })",
  "throw redirect(\n  '/login')",
  "location.assign('/MyAcademy/')",
  "'/Document/' + slug",
  "origin + '/Podcasts/'",
  '<Link\n  className="x"\n  to="/Books/"',
])('%j would be detected', (line) => {
  expect(addressesByHand(line)).not.toEqual([])
})

test('no page address is concatenated by hand', () => {
  expect(WORDS.length).toBeGreaterThan(20)
  const files = globSync('**/*.{ts,tsx}', { cwd: SRC, exclude: ['**/*.test.ts', 'shared/pages.ts'] })
  expect(files.length).toBeGreaterThan(300)
  const found = files.map((file) => [file, addressesByHand(readFileSync(path.join(SRC, file), 'utf8'))] as const)
  expect(found.filter(([, addresses]) => addresses.length > 0)).toEqual([])
})
