import { AppError } from '#shared/app-error.ts'
import { totalCents } from '#shared/money.ts'
import { findPurchase, findPurchaseByOrderNumber } from './checkout.queries.ts'
import type { PurchaseState } from './checkout.rules.ts'
import { bringUpToDate, type SettlementDeps } from './settlement.service.ts'

export type Refund = { orderNumber: string; itemName: string; state: PurchaseState; refundedCents: number }

/** Gives a buyer the money of an order back, all that is left of it; access closes with that. Called again, it does no more. */
export async function refundOrder(deps: SettlementDeps, { orderNumber }: { orderNumber: string }): Promise<Refund> {
  const purchase = await findPurchaseByOrderNumber(deps.db, orderNumber.trim().toUpperCase())
  if (!purchase) throw new AppError('not_found', `There is no order ${orderNumber}.`)
  if (totalCents(purchase) === 0) throw new AppError('invalid', `Nothing was paid for order ${purchase.orderNumber}.`)
  if (purchase.paymentIntentId === null || ['pending', 'failed', 'expired'].includes(purchase.state)) {
    throw new AppError('invalid', `Order ${purchase.orderNumber} was not paid (it is ${purchase.state}).`)
  }
  const intent = await deps.payments.readIntent(purchase.paymentIntentId)
  if (!intent) throw new AppError('payment_mismatch', 'The card provider does not know the payment of this order.')
  // Asked of what is refunded here, too: days later a refund may have failed at the bank.
  if (intent.refunded < totalCents(purchase) && intent.dispute !== 'lost') {
    // What was given back before is part of the key: a further refund is a further request.
    await deps.payments.refundIntent(intent.id, `refund:${purchase.id}:${purchase.refundedCents}:${intent.refunded}`)
  }
  await bringUpToDate(deps, () => findPurchase(deps.db, purchase.id))
  const { itemName, state, refundedCents } = (await findPurchase(deps.db, purchase.id)) ?? purchase
  return { orderNumber: purchase.orderNumber, itemName, state, refundedCents }
}
