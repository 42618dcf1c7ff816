import { type AuditEvent, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, type ErrorCode } from '#shared/app-error.ts'
import type { CommandInput } from './command.ts'

/**
 * Logs a command that acts outside the database: after it is done, or before if it matters even when only partly done.
 */
export async function recordCommand({ db, now }: Deps, event: Omit<AuditEvent, 'at'>): Promise<void> {
  await db.transaction((tx) => recordEvent(tx, { at: now(), ...event }))
}

// A command that failed because of a connection or a conflict might be partly done, so it does not count as refused.
const NOT_REFUSAL_CODES: ErrorCode[] = ['busy', 'unavailable', 'payment_provider_unavailable']

/** Logs that a command was refused, with a one-word reason, because the arguments might contain a name. */
export async function recordRefusedCommand(
  deps: Deps,
  error: unknown,
  { verb, by }: { verb: string } & Pick<CommandInput, 'by'>,
) {
  if (!(error instanceof AppError) || NOT_REFUSAL_CODES.includes(error.code)) return
  await recordCommand(deps, { kind: 'command.refused', by, subject: { id: verb }, after: { why: error.code } })
}
