import type { Executor } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { deleteBounce, listSuppressions } from './suppressions.queries.ts'
import { describeBounce } from './suppressions.rules.ts'

/** Why a member gets no optional emails, and since when. `why` is the rest of a sentence. */
export type EmailProblem = { reason: 'bounced'; why: string; at: Date } | { reason: 'complained'; at: Date }

/** A bounce comes first, because the member can do something about it. */
export async function findEmailProblem(db: Executor, memberId: string): Promise<EmailProblem | undefined> {
  const [first] = await listSuppressions(db, memberId)
  if (!first) return undefined
  const { reason, answer, at } = first
  return reason === 'bounced' ? { reason, why: describeBounce(answer), at } : { reason, at }
}

/** Sends optional emails again, because staff believe that the mailbox works. Does nothing without a bounce. */
export async function clearBounce(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<void> {
  if (!hasPermission(by, 'resend email', { memberId })) throw permissionDeniedError(by, 'resend email')
  await db.transaction(async (tx) => {
    if (await deleteBounce(tx, memberId))
      await recordEvent(tx, { at: now(), kind: 'mail.bounce_cleared', by, memberId })
  })
}
