import type { Deps } from '#platform/deps.ts'
import type { Intent } from '#platform/payments.ts'
import type { JobData } from '#shared/job.ts'
import { cents, totalCents } from '#shared/money.ts'
import { addMetadata } from './payment-metadata.service.ts'
import { isOurPayment } from './payment-ownership.service.ts'
import { findPurchase, type Purchase, setTaxTransaction } from './payments.queries.ts'
import type { reverseTax } from './tax.queues.ts'
import { getTaxReversal, parseReversalMetadata, toReversalMetadata } from './tax-reversals.rules.ts'

/** The job handler: records the sale in the provider's tax reports. Returns undefined if no tax was calculated. */
export async function recordTaxTransaction(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  purchaseId: string,
): Promise<string | undefined> {
  const purchase = await findPurchase(db, purchaseId)
  // Only what was paid has tax to record.
  if (!purchase?.taxCalculationId || purchase.paymentIntentId === null) return undefined
  if (purchase.taxTransactionId !== null) return purchase.taxTransactionId
  const { taxCalculationId: calculationId, orderNumber: reference, paymentIntentId: intentId } = purchase
  const id = await payments.taxes.record({ intentId, purchaseId, calculationId, reference })
  await setTaxTransaction(db, purchaseId, id)
  return id
}

/** The job handler: removes refunds from the tax reports. It may run before the job that records the sale. */
export async function reverseTaxTransaction(
  deps: Pick<Deps, 'db' | 'payments'>,
  { purchaseId, ...part }: JobData<typeof reverseTax>,
): Promise<void> {
  const { db, payments } = deps
  const transactionId = await recordTaxTransaction(deps, purchaseId)
  const purchase = await findPurchase(db, purchaseId)
  const intent = await readIntentOf(deps, purchase)
  if (transactionId === undefined || !purchase || !intent) return
  const known = parseReversalMetadata(intent.metadata)
  const reversal = getTaxReversal(known, part)
  if (!reversal) return
  if (!known.includes(reversal)) await addMetadata(deps, intent, toReversalMetadata(reversal))
  const { fromCents, toCents } = reversal
  const isAll = fromCents === 0 && toCents === totalCents(purchase)
  await payments.taxes.reverse({
    intentId: intent.id,
    transactionId,
    reference: `${purchase.orderNumber}-${toCents}`,
    amount: isAll ? 'all' : cents(toCents - fromCents),
  })
}

/**
 * The job handler: records a sale and reverses its refunds. If the provider already has one of these records, it
 * recognizes it by its reference.
 */
export async function restoreTaxTransactions(
  deps: Pick<Deps, 'config' | 'db' | 'payments'>,
  purchaseId: string,
): Promise<void> {
  const purchase = await findPurchase(deps.db, purchaseId)
  const intent = await readIntentOf(deps, purchase)
  if (!purchase || !intent || !(await isOurPayment(deps, intent))) return
  await recordTaxTransaction(deps, purchaseId)
  const known = parseReversalMetadata(intent.metadata)
  const all = { fromCents: 0, toCents: purchase.maxRefundedCents }
  const isNew = known.every(({ toCents }) => toCents < all.toCents) && all.toCents > 0
  for (const part of isNew ? [...known, all] : known) await reverseTaxTransaction(deps, { purchaseId, ...part })
}

async function readIntentOf(
  { payments }: Pick<Deps, 'payments'>,
  purchase: Pick<Purchase, 'paymentIntentId'> | undefined,
): Promise<Intent | undefined> {
  return purchase?.paymentIntentId ? payments.readIntent(purchase.paymentIntentId) : undefined
}
