import { recordEvent } from '#features/audit/audit.public.ts'
import type { Deps } from '#platform/deps.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { setPasswordHash } from './accounts.queries.ts'
import { consumeTokensOf } from './account-tokens.queries.ts'
import { NO_PASSWORD } from './password-hashing.service.ts'
import { deleteSessionsOf } from './sessions.queries.ts'

/** Nobody is in the account any more, and only its mailbox leads into it again: by Forgot password. */
export async function lockAccount(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<void> {
  if (!may(by, 'lock account', { memberId })) throw notAllowed(by, 'lock account')
  await db.transaction(async (tx) => {
    // First: a login with the old password that is under way waits for this row, and then finds the password gone.
    await setPasswordHash(tx, memberId, NO_PASSWORD)
    await deleteSessionsOf(tx, memberId)
    await consumeTokensOf(tx, memberId, 'reset_password', now())
    await recordEvent(tx, { at: now(), kind: 'account.locked', by, memberId })
  })
}
