import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Role } from '#shared/policy.ts'
import { STUDIO_AREAS, getStudioAreas } from './studio-menu.ts'

const labelsOf = (role: Role) =>
  Object.fromEntries(getStudioAreas(role).map(({ label, pages }) => [label, pages.map((page) => page.label)]))

test('shows each role the pages where it has permissions, and no area without a page', () => {
  expect(getStudioAreas('learner')).toEqual([])
  expect(getStudioAreas('owner')).toEqual(STUDIO_AREAS)
  expect(labelsOf('editor')).toEqual({
    Home: ['Home'],
    Products: ['Catalog', 'Question reports', 'Legal review schedule', 'Unused files'],
    Community: ['Unanswered questions'],
    Reports: ['Completions'],
  })
  expect(labelsOf('support')).toEqual({
    Home: ['Home'],
    Members: ['Members', 'Progress', 'Groups', 'Messages'],
    Sales: ['Orders'],
    Marketing: ['Coupons'],
    Community: ['Unanswered questions', 'Reported posts'],
    Reports: ['Completions', 'Exam attempts', 'Failed emails', 'Audit log'],
  })
})

test('leads to every page of the studio that has no parameters', () => {
  const routes = readFileSync(path.resolve(import.meta.dirname, '../../../../routes.ts'), 'utf8')
  const pages = [...routes.matchAll(/route\('(Studio[^':]*)', '(?!.*former-address)/g)].map(([, page]) => `/${page}/`)
  expect(pages.length).toBeGreaterThan(14)
  const listed: string[] = STUDIO_AREAS.flatMap((area) => area.pages.map(({ to }) => to))
  expect(listed.toSorted()).toEqual(pages.toSorted())
})
