import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SOURCES } from '../../../../scripts/prepare.mjs'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { MANUAL_PAGES } from './help.rules.ts'
import { readManualPage } from './help.service.ts'
import { HELP_TARGETS } from './ui/help-targets.ts'

const idsOf = ({ sections }: Awaited<ReturnType<typeof readManualPage>>) =>
  sections.flatMap(({ id, html }) => [id, ...[...html.matchAll(/ id="([^"]+)"/g)].map(([, inner = '']) => inner)])

test('every page of the studio has help that exists, and the links in the manual lead to existing places', async () => {
  const pages = await Promise.all(MANUAL_PAGES.map(async (name) => [name, await readManualPage(name)] as const))
  const targets = new Set<string>(pages.flatMap(([name, page]) => [name, ...idsOf(page).map((id) => `${name}#${id}`)]))
  const routes = readFileSync(path.resolve(import.meta.dirname, '../../../routes.ts'), 'utf8')
  const patterns = [...routes.matchAll(/route\('(Studio[^']*)'/g)].map(([, page]) => `/${page}`)
  expect(Object.keys(HELP_TARGETS).toSorted()).toEqual(patterns.toSorted())
  expect(Object.values(HELP_TARGETS).filter((target) => target !== null && !targets.has(target))).toEqual([])

  const links = pages.flatMap(([name, { intro, sections }]) =>
    [...[intro, ...sections.map(({ html }) => html)].join('').matchAll(/href="([^"]+)"/g)].map(([, to = '']) =>
      to.startsWith('#') ? name + to : to.replace('/Studio/Help/', ''),
    ),
  )
  const inside = links.filter((link) => !/^https?:/.test(link))
  expect(inside.length).toBeGreaterThan(10)
  expect(inside.filter((link) => !targets.has(link))).toEqual([])
  for (const name of MANUAL_PAGES) expect(SOURCES).toContain(`docs/${name}.md`)
})

test('staff read the manual; no other file can be read', async () => {
  const { as, member } = await testAcademy()
  const editor = as(await member({ role: 'editor' }))
  const { body } = await editor.get('/Academy/api/studio/help/daily-tasks/')
  expect(body.title).toBe('Daily tasks')
  expect(body.sections).toContainEqual(
    expect.objectContaining({
      id: 'refund-an-order',
      heading: 'Refund an order',
      html: expect.stringMatching(/^<ol>/),
    }),
  )
  for (const page of ['running', '..%2FREADME', 'none'])
    expect([page, (await editor.get(`/Academy/api/studio/help/${page}/`)).status]).toEqual([page, 404])
})
