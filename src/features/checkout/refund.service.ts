import { AppError } from '#shared/app-error.ts'
import { findOrder, findPurchase } from './checkout.queries.ts'
import { type PurchaseState, totalCents } from './checkout.rules.ts'
import { bringUpToDate, type SettlementDeps } from './settlement.service.ts'

export type Refund = { orderNumber: string; itemName: string; state: PurchaseState; refundedCents: number }

/** Gives a buyer the money of an order back, all that is left of it; access closes with that. Called again, it does no more. */
export async function refundOrder(deps: SettlementDeps, { orderNumber }: { orderNumber: string }): Promise<Refund> {
  const order = await findOrder(deps.db, orderNumber.trim().toUpperCase())
  if (!order) throw new AppError('not_found', `There is no order ${orderNumber}.`)
  if (totalCents(order) === 0) throw new AppError('invalid', `Nothing was paid for order ${order.orderNumber}.`)
  if (order.paymentIntentId === null || ['pending', 'failed', 'expired'].includes(order.state)) {
    throw new AppError('invalid', `Order ${order.orderNumber} was not paid (it is ${order.state}).`)
  }
  const intent = await deps.payments.readIntent(order.paymentIntentId)
  if (!intent) throw new AppError('payment_mismatch', `The card provider does not know the payment of this order.`)
  // Asked of what is refunded here, too: days later a refund may have failed at the bank.
  if (intent.refunded < totalCents(order) && intent.dispute !== 'lost') {
    // What was given back before is part of the key: a further refund is a further request.
    await deps.payments.refundIntent(intent.id, `refund:${order.id}:${order.refundedCents}:${intent.refunded}`)
  }
  await bringUpToDate(deps, () => findPurchase(deps.db, order.id))
  const { itemName, state, refundedCents } = (await findPurchase(deps.db, order.id)) ?? order
  return { orderNumber: order.orderNumber, itemName, state, refundedCents }
}
