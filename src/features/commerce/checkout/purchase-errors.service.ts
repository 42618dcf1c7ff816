import { disputedMessage } from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, busyError } from '#shared/app-error.ts'

// A round fails if another request changed the purchase. Two failed rounds are rare; four indicate a bug.
const MAX_ATTEMPTS = 4

export const alreadyOwnedError = () => new AppError('already_owned', 'You already have this item.')

/** The buyer neither has access to the item nor can buy it; only the operator or the bank can resolve this. */
export async function createDisputedError({ db }: Pick<Deps, 'db'>): Promise<AppError> {
  const { email, phone } = await readSite(db)
  return new AppError('payment_mismatch', disputedMessage([email, phone].filter(Boolean).join(' or ')))
}

/** Returns the first result that is not undefined. Throws `busy` if every round fails. */
export async function retryUntilFound<Found>(round: () => Promise<Found | undefined>): Promise<Found> {
  for (let n = 0; n < MAX_ATTEMPTS; n++) {
    const found = await round()
    if (found !== undefined) return found
  }
  throw busyError('This purchase is being updated. Try again in a moment.')
}
