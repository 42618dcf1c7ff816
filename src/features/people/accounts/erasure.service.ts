import type { Transaction } from '#db/open-database.ts'
import { type RateLimitEntry, resetAttempts } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import {
  CODES_FROM_KNOWN_CLIENT,
  CODES_PER_ACCOUNT,
  GUESSES_FROM_KNOWN_CLIENT,
  GUESSES_PER_ACCOUNT,
  KNOWN_CLIENT,
  LOGINS_PER_ACCOUNT,
  EMAILS_PER_RECIPIENT,
  RESEND_PAUSE,
  RESET_PAUSE,
  STAFF_EMAILS,
} from './account-limits.rules.ts'
import { type Account, anonymizeAccount, listNetworks } from './erasure.queries.ts'

/**
 * Erases a member's names, addresses, password, factors, sessions, emailed links, and counters that could identify
 * them. The row remains, but without a name. `lockMemberRow` must have locked it.
 */
export async function eraseAccount(
  deps: Pick<Deps, 'config' | 'now'>,
  tx: Transaction,
  { id, username, email, passwordHash }: Account,
): Promise<void> {
  const places = (await listNetworks(tx, id)).map((network) => `${id} ${network}`)
  const ofAccount = [
    GUESSES_PER_ACCOUNT,
    CODES_PER_ACCOUNT,
    LOGINS_PER_ACCOUNT,
    EMAILS_PER_RECIPIENT,
    RESEND_PAUSE,
    RESET_PAUSE,
    STAFF_EMAILS,
  ]
  await resetAttempts(deps, tx, [
    ...[id, username, email].flatMap((who) => ofAccount.map((limit): RateLimitEntry => [limit, who])),
    ...places.flatMap((place): RateLimitEntry[] => [
      [GUESSES_FROM_KNOWN_CLIENT, place],
      [CODES_FROM_KNOWN_CLIENT, place],
    ]),
    ...places.map((place): RateLimitEntry => [KNOWN_CLIENT, `${place} ${passwordHash}`]),
  ])
  await anonymizeAccount(tx, id, deps.now())
}
