import type { Transaction } from '#db/open-database.ts'
import { removeAllAuthenticators, countUnreadableFactors } from '#features/people/two-factor/two-factor.public.ts'
import { countUnreadableRecords } from '#features/commerce/orders/orders.public.ts'
import type { Config } from '#platform/config.ts'
import { AppError } from '#shared/app-error.ts'
import { pluralize } from '#shared/pluralize.ts'
import { listTables } from './tables.queries.ts'

/** What a backup has that was sealed with APP_SECRET, and whether it comes back under another one. */
export type SealedDataOptions = {
  config: Pick<Config, 'appSecret'>
  /** Second factors that this academy's secret does not open are taken away, where they would be refused otherwise. */
  resetFactors?: boolean
  /** Invoices of erased buyers that it does not open come back all the same, where they would be refused otherwise. */
  withoutRecords?: boolean
}

/**
 * Second factors are sealed with APP_SECRET. Under another one nobody could log in with them, so it is said now, and whoever restores decides.
 * Returns how many were taken away.
 */
export async function resetUnreadableTwoFactor(
  tx: Transaction,
  { config, resetFactors = false }: Pick<SealedDataOptions, 'config' | 'resetFactors'>,
): Promise<number> {
  // A backup of an earlier version has none.
  if (!(await listTables(tx)).includes('second_factors')) return 0
  const unreadable = await countUnreadableFactors(tx, config)
  if (unreadable === 0) return 0
  if (!resetFactors)
    throw new AppError(
      'invalid',
      `The backup has ${pluralize(unreadable, 'second factor')} sealed with another APP_SECRET: give this academy that secret, or restore with --reset-factors, which takes the apps and recovery codes of all members away.`,
    )
  return removeAllAuthenticators(tx)
}

/** So are invoices of erased buyers, which the law wants kept. Returns how many this secret does not open. */
export async function checkRetainedRecords(
  tx: Transaction,
  { config, withoutRecords = false }: Pick<SealedDataOptions, 'config' | 'withoutRecords'>,
): Promise<number> {
  if (!(await listTables(tx)).includes('kept_records')) return 0
  const unreadable = await countUnreadableRecords(tx, config)
  if (unreadable > 0 && !withoutRecords)
    throw new AppError(
      'invalid',
      `The backup has ${pluralize(unreadable, 'kept invoice')} of erased members, sealed with another APP_SECRET: give this academy that secret, or restore with --without-records, which leaves them closed.`,
    )
  return unreadable
}
