import { type AuditEvent, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, type ErrorCode } from '#shared/app-error.ts'
import type { Typed } from './verb.ts'

/** Tells the log of a command whose deed lies outside of the database: once it is done, unless half of it would be one, too. */
export async function tellDeed({ db, now }: Deps, event: Omit<AuditEvent, 'at'>): Promise<void> {
  await db.transaction((tx) => recordEvent(tx, { at: now(), ...event }))
}

// What could not be reached, or was in the way, may have been done in part: that is no refusal.
const NO_REFUSALS: ErrorCode[] = ['busy', 'unavailable', 'payment_provider_unavailable']

/** Tells the log that a command was refused, and why in one word: what was typed may be somebody's name. */
export async function tellRefusal(deps: Deps, error: unknown, { verb, by }: { verb: string } & Pick<Typed, 'by'>) {
  if (!(error instanceof AppError) || NO_REFUSALS.includes(error.code)) return
  await tellDeed(deps, { kind: 'command.refused', by, subject: { id: verb }, after: { why: error.code } })
}
