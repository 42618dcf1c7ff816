import type { Transaction } from '#db/open-database.ts'
import { removeAllAuthenticators, countUnreadableFactors } from '#features/people/two-factor/two-factor.public.ts'
import { countUnreadableRecords } from '#features/commerce/orders/orders.public.ts'
import type { Config } from '#platform/config.ts'
import { AppError } from '#shared/app-error.ts'
import { pluralize } from '#shared/pluralize.ts'
import { listTables } from './tables.queries.ts'

/** What to do about data that was encrypted with another APP_SECRET. */
export type SealedDataOptions = {
  config: Pick<Config, 'appSecret'>
  /** Removes two-factor secrets that this academy's secret can't decrypt, instead of rejecting the backup. */
  resetFactors?: boolean
  /**
   * Restores erased buyers' invoices although this academy's secret can't decrypt them, instead of rejecting the
   * backup.
   */
  withoutRecords?: boolean
}

/**
 * Two-factor secrets are encrypted with APP_SECRET. With another secret, members could not use them to log in, so this
 * reports the problem now and lets the operator decide. Returns how many were removed.
 */
export async function resetUnreadableTwoFactor(
  tx: Transaction,
  { config, resetFactors = false }: Pick<SealedDataOptions, 'config' | 'resetFactors'>,
): Promise<number> {
  if (!(await listTables(tx)).includes('second_factors')) return 0
  const unreadable = await countUnreadableFactors(tx, config)
  if (unreadable === 0) return 0
  if (!resetFactors)
    throw new AppError(
      'invalid',
      `The backup has ${pluralize(unreadable, 'two-factor secret')} encrypted with another APP_SECRET. Set that secret here, or restore with --reset-factors, which removes the authenticator apps and recovery codes of all members.`,
    )
  return removeAllAuthenticators(tx)
}

/**
 * Checks the retained invoices of erased buyers in the same way. Returns how many can't be decrypted with this secret.
 */
export async function checkRetainedRecords(
  tx: Transaction,
  { config, withoutRecords = false }: Pick<SealedDataOptions, 'config' | 'withoutRecords'>,
): Promise<number> {
  if (!(await listTables(tx)).includes('kept_records')) return 0
  const unreadable = await countUnreadableRecords(tx, config)
  if (unreadable > 0 && !withoutRecords)
    throw new AppError(
      'invalid',
      `The backup has ${pluralize(unreadable, 'retained invoice')} of deleted members, encrypted with another APP_SECRET. Set that secret here, or restore with --without-records, which leaves them unreadable.`,
    )
  return unreadable
}
