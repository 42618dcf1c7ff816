import path from 'node:path'
import { createMember } from '#features/accounts/accounts.public.ts'
import { importFolder } from '#features/importing/importing.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { completeFirstLectures, giveProducts, isEmptyAcademy } from './demo.queries.ts'

const DEMO_FOLDER = path.resolve(import.meta.dirname, '../../../demo')
const FIRST_COURSE = 'defense-medical-exam-training'
const FIRST_DOCUMENT = 'dme-observer-starter-kit'

/** Loads the demo academy and its accounts. Run again, it mends what is missing and takes nothing away. */
export async function seedDemo(deps: Deps): Promise<string> {
  if (deps.config.mode === 'production')
    throw new AppError('forbidden', 'The demo accounts have known passwords: they are never made in production.')
  const imported = await importFolder(deps, DEMO_FOLDER)
  if ('problems' in imported) throw new Error(`The demo academy is broken: ${JSON.stringify(imported.problems)}`)

  const account = (username: string, names: { firstName: string; lastName: string; role?: 'staff' }) =>
    createMember(deps, {
      username,
      email: `${username}@example.com`,
      password: `demo-${username === 'demo' ? 'learner' : username}-2026`,
      role: 'learner',
      isVerified: true,
      ...names,
    })
  const demo = await account('demo', { firstName: 'Dana', lastName: 'Demo' })
  await account('newcomer', { firstName: 'Nell', lastName: 'Newcomer' })
  await account('staff', { firstName: 'Sam', lastName: 'Staff', role: 'staff' })

  const { db, now } = deps
  await db.transaction(async (tx) => {
    await giveProducts(tx, { memberId: demo, slugs: [FIRST_COURSE, FIRST_DOCUMENT], now: now() })
    await completeFirstLectures(tx, { memberId: demo, slug: FIRST_COURSE, many: 2, now: now() })
  })
  return `The demo academy is loaded: ${imported.courses} courses, ${imported.podcasts} podcasts, ${imported.documents} documents, 3 accounts.`
}

/** At the first start there is nothing to see yet; later starts find their data and return undefined. */
export async function loadDemoWhenEmpty(deps: Deps): Promise<string | undefined> {
  return (await isEmptyAcademy(deps.db)) ? seedDemo(deps) : undefined
}
