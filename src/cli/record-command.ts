import { type AuditEvent, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, type ErrorCode } from '#shared/app-error.ts'
import type { CommandInput } from './command.ts'

/** Tells the log of a command whose deed lies outside of the database: once it is done, unless half of it would be one, too. */
export async function recordCommand({ db, now }: Deps, event: Omit<AuditEvent, 'at'>): Promise<void> {
  await db.transaction((tx) => recordEvent(tx, { at: now(), ...event }))
}

// What could not be reached, or was in the way, may have been done in part: that is no refusal.
const NOT_REFUSAL_CODES: ErrorCode[] = ['busy', 'unavailable', 'payment_provider_unavailable']

/** Tells the log that a command was refused, and why in one word: what was typed may be somebody's name. */
export async function recordRefusedCommand(
  deps: Deps,
  error: unknown,
  { verb, by }: { verb: string } & Pick<CommandInput, 'by'>,
) {
  if (!(error instanceof AppError) || NOT_REFUSAL_CODES.includes(error.code)) return
  await recordCommand(deps, { kind: 'command.refused', by, subject: { id: verb }, after: { why: error.code } })
}
