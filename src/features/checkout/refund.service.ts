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
  if (order.state !== 'refunded') {
    // What was given back before is part of the key: a further refund is a further request.
    await deps.payments.refundIntent(order.paymentIntentId, `refund:${order.id}:${order.refundedCents}`)
    await bringUpToDate(deps, () => findPurchase(deps.db, order.id))
  }
  const { itemName, state, refundedCents } = (await findPurchase(deps.db, order.id)) ?? order
  return { orderNumber: order.orderNumber, itemName, state, refundedCents }
}
