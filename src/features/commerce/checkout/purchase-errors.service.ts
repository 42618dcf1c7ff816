import { disputedMessage } from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, busyError } from '#shared/app-error.ts'

// A round fails if another request changed the purchase. Two failed rounds are rare, and four indicate a bug.
const MAX_ATTEMPTS = 4

export const alreadyOwnedError = () => new AppError('already_owned', 'You already have this item.')

/**
 * The error for a buyer who has no access to the product and can't buy it, either. Only the operator or the bank can
 * resolve this.
 */
export async function createDisputedError({ db }: Pick<Deps, 'db'>): Promise<AppError> {
  const { email, phone } = await readSite(db)
  return new AppError('payment_mismatch', disputedMessage([email, phone].filter(Boolean).join(' or ')))
}

/** Runs `round` until it returns something other than undefined. Throws `busy` if every round fails. */
export async function retryUntilFound<Found>(round: () => Promise<Found | undefined>): Promise<Found> {
  for (let n = 0; n < MAX_ATTEMPTS; n++) {
    const found = await round()
    if (found !== undefined) return found
  }
  throw busyError('This purchase is being updated. Try again in a moment.')
}
