import type { Executor } from '#db/open-database.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import {
  findPurchase,
  findPurchaseByIntent,
  findPurchaseByOrderNumber,
  listPaidPurchases,
  type Purchase,
} from './payments.queries.ts'

/** What to refund: an order by its number, by its purchase ID, or by its payment ID; or a member's purchase. */
export type RefundTarget = { orderNumber: string } | { memberId: string; slug: string | undefined }

export type PaidPurchase = { purchase: Purchase | undefined; intentId: string }

/** Finds the payment to refund. Throws `not_found` or `invalid` if there is none, or several. */
export async function findPayment(db: Executor, wish: RefundTarget): Promise<PaidPurchase> {
  if (!('orderNumber' in wish))
    return requireSinglePurchase(await listPaidPurchases(db, wish.memberId, wish.slug), wish.slug)
  const reference = wish.orderNumber.trim()
  if (reference.startsWith('pi_')) {
    return { purchase: await findPurchaseByIntent(db, reference), intentId: reference }
  }
  const purchase = isUuid(reference)
    ? await findPurchase(db, reference)
    : await findPurchaseByOrderNumber(db, reference.toUpperCase())
  if (!purchase) throw new AppError('not_found', `There is no order ${reference}.`)
  return toPaidPurchase(purchase)
}

function requireSinglePurchase(purchases: Purchase[], slug: string | undefined): PaidPurchase {
  const [one, ...others] = purchases
  if (!one)
    throw new AppError(
      'not_found',
      slug === undefined
        ? 'This member has no paid orders.'
        : `This member has no paid order for '${slug}'. Use the last part of the product's web address, or an order number.`,
    )
  if (others.length === 0) return toPaidPurchase(one)
  const list = purchases
    .map(({ orderNumber, itemName, state }) => `  ${orderNumber}  ${itemName} (${state})`)
    .join('\n')
  throw new AppError('invalid', `This member has several orders. Use one of these order numbers:\n${list}`)
}

function toPaidPurchase(purchase: Purchase): PaidPurchase {
  if (purchase.priceCents === 0)
    throw new AppError('invalid', `Order ${purchase.orderNumber} was free, so there is nothing to refund.`)
  const { paymentIntentId: intentId } = purchase
  if (intentId === null) throw notPaidError(purchase)
  return { purchase, intentId }
}

export function notPaidError({ orderNumber, state }: Purchase): AppError {
  return new AppError('invalid', `Order ${orderNumber} was not paid (status: ${state}). Nothing was refunded.`)
}
