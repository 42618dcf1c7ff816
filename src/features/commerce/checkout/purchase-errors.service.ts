import { disputedMessage } from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, busyError } from '#shared/app-error.ts'

// Each round ends because somebody else moved the purchase on in between; two such rounds are rare, four a fault.
const MAX_ATTEMPTS = 4

export const alreadyOwnedError = () => new AppError('already_owned', "You've already purchased this item.")

/** Neither owned nor for sale to this buyer: the door is closed, and only the operator or the bank can open it. */
export async function createDisputedError({ db }: Pick<Deps, 'db'>): Promise<AppError> {
  const { email, phone } = await readSite(db)
  return new AppError('payment_mismatch', disputedMessage([email, phone].filter(Boolean).join(' or ')))
}

/** What the first round finds that is not undefined; refuses with `busy` when each was. */
export async function retryUntilFound<Found>(round: () => Promise<Found | undefined>): Promise<Found> {
  for (let n = 0; n < MAX_ATTEMPTS; n++) {
    const found = await round()
    if (found !== undefined) return found
  }
  throw busyError('This purchase is being updated. Please try again in a moment.')
}
