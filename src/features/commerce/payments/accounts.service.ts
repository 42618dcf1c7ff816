import type { Deps } from '#platform/deps.ts'
import { ProviderUnavailable } from '#platform/payment-calls.ts'
import type { PaymentLists } from '#platform/payment-lists.ts'

/**
 * Calls `work` with the lists of the account in use, then with those of former accounts. If a former account can't be
 * read, the others are still read, and the next run tries again.
 */
export async function forEachAccount(
  { payments, log }: Pick<Deps, 'payments' | 'log'>,
  work: (lists: PaymentLists) => Promise<void>,
): Promise<void> {
  await work(payments.lists)
  for (const lists of payments.formerLists) {
    try {
      await work(lists)
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      log.warn({ err: error }, 'the payments of a former Stripe account could not be read; trying again later')
    }
  }
}
