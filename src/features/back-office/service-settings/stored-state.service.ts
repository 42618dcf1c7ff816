import { rereadPayments } from '#features/commerce/payments/payments.public.ts'
import { readLog, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import type { ServiceKind, Stored, StoredServices } from '#platform/services/service-settings.ts'
import { getServiceHost, type NewSettings, storeServiceSettings } from '#platform/services/stored-services.ts'
import { confirmServiceRows, lockServiceSettings } from '#platform/services/stored-services.queries.ts'
import { AppError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { enqueueNotices } from './change-notices.service.ts'

export const NO_REVISION = 'none'

export const LOCKED_MESSAGE = 'Your server administrator has set this up. It can’t be changed here.'

const OTHERS_SAVED_MESSAGE =
  'Someone else saved these settings. Your changes are still here. Copy what you need and reload the page.'

/**
 * `locked`: the environment decides. `missing`: nothing is set up. `simulated`: the same outside production, where
 * emails are captured and payments simulated. `unconfirmed`: from a backup or another address. `unreadable`: encrypted
 * with another APP_SECRET.
 */
type ServiceState = 'locked' | 'missing' | 'simulated' | 'used' | 'unconfirmed' | 'unreadable'

export function getState(
  stored: Stored<unknown, unknown> | undefined,
  { isLocked, isProduction }: { isLocked: boolean; isProduction: boolean },
): ServiceState {
  if (isLocked) return 'locked'
  if (!stored) return isProduction ? 'missing' : 'simulated'
  if (stored.secrets === undefined) return 'unreadable'
  return stored.isConfirmed ? 'used' : 'unconfirmed'
}

const CHANGE_EVENTS = { mail: 'settings.email_changed', cards: 'settings.payments_changed' } as const

/** When and by whom the settings were last saved, according to the log. */
export async function findLastChange(db: Executor, kind: ServiceKind): Promise<{ at: Date; by: string } | null> {
  const [entry] = (await readLog(db, { kind: CHANGE_EVENTS[kind], memberId: undefined, since: undefined, limit: 1 }))
    .entries
  if (!entry) return null
  const username = entry.by.member?.details?.['username']
  return { at: entry.at, by: typeof username === 'string' ? username : 'a former member' }
}

type ChangeDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'now' | 'services'>
type Change = { kind: ServiceKind; revision: string; by: Staff }

/**
 * Returns what is stored before a change. Throws an error if the caller may not make the change, or if others have
 * changed the settings since this revision.
 */
export async function beginChange(
  { services }: Pick<Deps, 'services'>,
  { kind, revision, by }: Change,
): Promise<StoredServices> {
  if (!hasPermission(by, 'change service settings')) throw permissionDeniedError(by, 'change service settings')
  await services.reload()
  const { stored } = services
  if ((stored[kind]?.id ?? NO_REVISION) !== revision) throw othersSavedError()
  return stored
}

export type Saved = { revision: string; message: string }

type Saving = NewSettings & {
  /** The details for the audit log. */
  after: Record<string, string | string[]>
  message: string
  /** Is called if the settings could not be stored. */
  undo?: () => Promise<void>
}

/** Stores the settings that `build` returns, in place of this revision. `build` runs while no one else can save. */
export async function storeChange(
  deps: ChangeDeps,
  { kind, revision, by }: Change,
  build: () => Promise<Saving>,
): Promise<Saved> {
  const { config, db, now, services } = deps
  const at = now()
  const undone: NonNullable<Saving['undo']>[] = []
  const saved = await db
    .transaction(async (tx) => {
      const replaced = await lockServiceSettings(tx, kind)
      if ((replaced ?? NO_REVISION) !== revision) throw othersSavedError()
      const { after, message, undo, ...settings } = await build()
      if (undo) undone.push(undo)
      const id = await storeServiceSettings(tx, config, { ...settings, now: at })
      await recordEvent(tx, { at, kind: CHANGE_EVENTS[kind], by, after })
      await enqueueNotices(deps, tx, { kind, replaced, at, by })
      return { revision: id, message }
    })
    .catch(async (error: unknown) => {
      for (const undo of undone) await undo()
      throw error
    })
  await services.reload()
  return saved
}

function othersSavedError(): AppError {
  return new AppError('busy', OTHERS_SAVED_MESSAGE)
}

/**
 * Allows the stored settings to be used on this site after a restore or a move. This includes the keys of former
 * accounts.
 */
export async function confirmServiceSettings(deps: ChangeDeps, { kind, revision, by }: Change): Promise<void> {
  const { db, services } = deps
  if (!hasPermission(by, 'change service settings')) throw permissionDeniedError(by, 'change service settings')
  await db.transaction(async (tx) => {
    if (((await lockServiceSettings(tx, kind)) ?? NO_REVISION) !== revision) throw othersSavedError()
    await confirm(deps, tx, { kind, by })
  })
  await services.reload()
}

/**
 * Does the same for all kinds of settings, after the operator confirmed that the academy has moved here. Returns false
 * if nothing changed.
 */
export async function confirmAllSettings(deps: ChangeDeps, by: Staff): Promise<boolean> {
  const confirmed = await deps.db.transaction(async (tx) => {
    const kinds: ServiceKind[] = []
    for (const kind of ['mail', 'cards'] as const) {
      await lockServiceSettings(tx, kind)
      if (await confirm(deps, tx, { kind, by })) kinds.push(kind)
    }
    return kinds
  })
  await deps.services.reload()
  return confirmed.length > 0
}

async function confirm(
  deps: Pick<Deps, 'config' | 'jobs' | 'now'>,
  tx: Transaction,
  { kind, by }: Omit<Change, 'revision'>,
): Promise<boolean> {
  const at = deps.now()
  if (!(await confirmServiceRows(tx, kind, getServiceHost(deps.config)))) return false
  if (kind === 'cards') await rereadPayments(tx, at)
  const subject = { id: kind === 'mail' ? 'email' : 'payments' }
  await recordEvent(tx, { at, kind: 'settings.confirmed', by, subject })
  await enqueueNotices(deps, tx, { kind, replaced: undefined, at, by })
  return true
}
