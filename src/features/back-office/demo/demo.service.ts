import path from 'node:path'
import { createMember } from '#features/people/login/login.public.ts'
import { verifyCredentials } from '#features/people/accounts/sessions.public.ts'
import { issueInvoice } from '#features/commerce/payments/payments.public.ts'
import { renderPreviews } from '#features/catalog/documents/documents.public.ts'
import { importFolder } from '#features/catalog/import-export/import.public.ts'
import { ConfigError } from '#platform/config.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { pluralize } from '#shared/pluralize.ts'
import { indexNewFiles } from '#features/community/search/search.public.ts'
import { formatCounts } from '#shared/kinds.ts'
import { completeFirstLectures, grantProducts, isEmptyAcademy } from './demo.queries.ts'
import { DEMO_ACCOUNTS, LEARNER, NEWCOMER, STAFF } from './demo.rules.ts'

const DEMO_FOLDER = path.resolve(import.meta.dirname, '../../../../demo')
const FIRST_COURSE = 'defense-medical-exam-training'
const FIRST_DOCUMENT = 'dme-observer-starter-kit'

/** Loads the demo academy and its accounts. Can be repeated: adds what is missing and removes nothing. */
export async function seedDemo(deps: Deps): Promise<string> {
  if (deps.config.mode === 'production')
    throw new AppError(
      'forbidden',
      'The demo accounts have published passwords, so they are never created in production.',
    )
  const imported = await importFolder(deps, DEMO_FOLDER, { kind: 'academy' })
  if ('problems' in imported) throw new Error(`The demo academy is broken: ${JSON.stringify(imported.problems)}`)

  await renderPreviews(deps)
  // Makes everything searchable at once; a job later retries files that could not be read.
  while ((await indexNewFiles(deps)) > 0);

  const demo = await createMember(deps, LEARNER)
  await createMember(deps, NEWCOMER)
  await createMember(deps, STAFF)

  const { db, now } = deps
  await db.transaction(async (tx) => {
    const given = await grantProducts(tx, { memberId: demo, slugs: [FIRST_COURSE, FIRST_DOCUMENT], now: now() })
    await completeFirstLectures(tx, { memberId: demo, slug: FIRST_COURSE, many: 2, now: now() })
    for (const purchase of given) await issueInvoice(tx, purchase, now())
  })
  return `Demo academy loaded: ${formatCounts(imported)}, ${pluralize(DEMO_ACCOUNTS.length, 'account')}.`
}

/** Loads the demo into an empty academy. Returns undefined if the academy is not empty. */
export async function seedDemoIfEmpty(deps: Deps): Promise<string | undefined> {
  return (await isEmptyAcademy(deps.db)) ? seedDemo(deps) : undefined
}

/** Demo accounts that still have their published passwords. */
export async function listUsableDemoAccounts(deps: Pick<Deps, 'db'>): Promise<typeof DEMO_ACCOUNTS> {
  const open: typeof DEMO_ACCOUNTS = []
  for (const account of DEMO_ACCOUNTS) if (await verifyCredentials(deps, account)) open.push(account)
  return open
}

/** A database that was filled in development must not go public with published passwords. */
export async function assertNoDemoAccounts(deps: Pick<Deps, 'db'>): Promise<void> {
  const open = (await listUsableDemoAccounts(deps)).map(({ email }) => email)
  if (open.length === 0) return
  throw new ConfigError(
    `This database has demo accounts with published passwords: ${open.join(', ')}.
Lock each one: npm run academy -- lock ${open[0]}`,
  )
}
