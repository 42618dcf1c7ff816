import { getRefundableOrderCents } from '#features/commerce/payments/payments.public.ts'
import { type FoundOrder, formatPurchaseState } from '#features/commerce/orders/orders.public.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import type { Order } from './orders.contract.ts'

// Formatting shared by several studio screens.

export function formatEmailQueued(what: string, address: string): string {
  return `${what} will be emailed to ${address} within a minute.`
}

export function toOrderView(order: FoundOrder): Order {
  const { totalCents, state, payment } = order
  const wasPaid = state === 'paid' || state === 'refunded' || state === 'disputed'
  // Access may have ended before everything was refunded.
  const left =
    (state === 'paid' || state === 'refunded') && payment !== null ? getRefundableOrderCents(order) : cents(0)
  return {
    order_number: order.orderNumber,
    date: order.at.toISOString(),
    item: order.itemName || order.slug,
    kind: order.kind,
    state: formatPurchaseState(order),
    total: formatDecimal(cents(totalCents)),
    left: formatDecimal(left),
    coupon: order.coupon,
    is_test: order.isLive === false,
    has_receipt: wasPaid && !order.isErased,
    buyer: order.isErased
      ? null
      : { id: order.memberId, name: order.name, username: order.username, email: order.email },
  }
}
