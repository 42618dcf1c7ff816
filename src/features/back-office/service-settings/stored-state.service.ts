import { readLog, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Executor } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import type { ServiceKind, Stored } from '#platform/services/service-settings.ts'
import { getServiceHost } from '#platform/services/stored-services.ts'
import { confirmServiceRow, lockServiceSettings } from '#platform/services/stored-services.queries.ts'
import { AppError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { enqueueNotices } from './change-notices.service.ts'

export const NO_REVISION = 'none'

export const LOCKED_MESSAGE = 'Your server administrator has set this up. It can’t be changed here.'

export const OTHERS_SAVED_MESSAGE =
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

type ChangeKind = 'settings.email_changed' | 'settings.payments_changed'

/** When and by whom the settings were last saved, according to the log. */
export async function findLastChange(db: Executor, kind: ChangeKind): Promise<{ at: Date; by: string } | null> {
  const [entry] = (await readLog(db, { kind, memberId: undefined, since: undefined, limit: 1 })).entries
  if (!entry) return null
  const username = entry.by.member?.details?.['username']
  return { at: entry.at, by: typeof username === 'string' ? username : 'a former member' }
}

/** After a restore or a move, lets the stored settings be used on this site. */
export async function confirmServiceSettings(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now' | 'services'>,
  { kind, revision, by }: { kind: ServiceKind; revision: string; by: Staff },
): Promise<void> {
  const { config, db, now, services } = deps
  if (!hasPermission(by, 'change service settings')) throw permissionDeniedError(by, 'change service settings')
  const at = now()
  await db.transaction(async (tx) => {
    const id = await lockServiceSettings(tx, kind)
    if (id === undefined || id !== revision || !(await confirmServiceRow(tx, id, getServiceHost(config))))
      throw new AppError('busy', OTHERS_SAVED_MESSAGE)
    const subject = { id: kind === 'mail' ? 'email' : 'payments' }
    await recordEvent(tx, { at, kind: 'settings.confirmed', by, subject })
    await enqueueNotices(deps, tx, { kind, replaced: undefined, at, by })
  })
  await services.reload()
}
