import type { Deps } from '#platform/deps.ts'
import type { JobData } from '#shared/job.ts'
import { cents, totalCents } from '#shared/money.ts'
import { isOurPayment } from './payment-ownership.service.ts'
import { findPurchase, setTaxTransaction } from './payments.queries.ts'
import { splitRefunds } from './payments.rules.ts'
import type { reverseTax } from './tax.queues.ts'

/** The job: records the sale in the provider's tax reports; undefined when no tax was calculated. */
export async function recordTaxTransaction(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  purchaseId: string,
): Promise<string | undefined> {
  const purchase = await findPurchase(db, purchaseId)
  if (!purchase?.taxCalculationId) return undefined
  if (purchase.taxTransactionId !== null) return purchase.taxTransactionId
  const { taxCalculationId: calculationId, orderNumber: reference } = purchase
  const id = await payments.taxes.record({ purchaseId, calculationId, reference })
  await setTaxTransaction(db, purchaseId, id)
  return id
}

/** The job: removes refunds from the tax reports. It may run before the one that records the sale. */
export async function reverseTaxTransaction(
  deps: Pick<Deps, 'db' | 'payments'>,
  { purchaseId, fromCents, toCents }: JobData<typeof reverseTax>,
): Promise<void> {
  const transactionId = await recordTaxTransaction(deps, purchaseId)
  const purchase = await findPurchase(deps.db, purchaseId)
  if (transactionId === undefined || !purchase) return
  const isAll = fromCents === 0 && toCents === totalCents(purchase)
  await deps.payments.taxes.reverse({
    transactionId,
    reference: `${purchase.orderNumber}-${toCents}`,
    amount: isAll ? 'all' : cents(toCents - fromCents),
  })
}

/** The job: records a sale and reverses its refunds. The provider recognizes existing ones by reference. */
export async function restoreTaxTransactions(
  deps: Pick<Deps, 'config' | 'db' | 'payments'>,
  purchaseId: string,
): Promise<void> {
  const purchase = await findPurchase(deps.db, purchaseId)
  const intent = purchase?.paymentIntentId ? await deps.payments.readIntent(purchase.paymentIntentId) : undefined
  if (!purchase || !intent || !(await isOurPayment(deps, intent))) return
  await recordTaxTransaction(deps, purchaseId)
  const toCents = purchase.maxRefundedCents
  if (toCents === 0) return
  for (const part of splitRefunds({ fromCents: 0, toCents }, intent.refunds))
    await reverseTaxTransaction(deps, { purchaseId, ...part })
}
