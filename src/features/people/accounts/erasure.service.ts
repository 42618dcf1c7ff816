import type { Transaction } from '#db/open.ts'
import { type Counted, forgetTries } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import {
  CODES_FROM_KNOWN_PLACE,
  CODES_PER_ACCOUNT,
  GUESSES_FROM_KNOWN_PLACE,
  GUESSES_PER_ACCOUNT,
  KNOWN_PLACE,
  LOGINS_PER_ACCOUNT,
  MAILS_PER_RECIPIENT,
  RESEND_PAUSE,
  RESET_PAUSE,
} from './accounts.rules.ts'
import { type Account, emptyAccount, networksOf } from './erasure.queries.ts'

/**
 * A part of erasing a member, whose row `lockMember` has locked: names, addresses, password, factors, sessions and mailed links go, and
 * so do the counts of tries that can be found. The row stays, without a name.
 */
export async function eraseAccount(
  deps: Pick<Deps, 'config' | 'now'>,
  tx: Transaction,
  { id, username, email, passwordHash }: Account,
): Promise<void> {
  const places = (await networksOf(tx, id)).map((network) => `${id} ${network}`)
  const ofAccount = [
    GUESSES_PER_ACCOUNT,
    CODES_PER_ACCOUNT,
    LOGINS_PER_ACCOUNT,
    MAILS_PER_RECIPIENT,
    RESEND_PAUSE,
    RESET_PAUSE,
  ]
  await forgetTries(deps, tx, [
    ...[id, username, email].flatMap((who) => ofAccount.map((limit): Counted => [limit, who])),
    ...places.flatMap((place): Counted[] => [
      [GUESSES_FROM_KNOWN_PLACE, place],
      [CODES_FROM_KNOWN_PLACE, place],
    ]),
    ...places.map((place): Counted => [KNOWN_PLACE, `${place} ${passwordHash}`]),
  ])
  await emptyAccount(tx, id, deps.now())
}
