import { randomUUID } from 'node:crypto'
import type { Transaction } from '#db/open-database.ts'
import { notify } from '#features/people/notifications/notifications.public.ts'
import { ownsProduct } from '#features/foundation/ownership/ownership.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Intent } from '#platform/payments.ts'
import { formatCentsAsDollars } from '#shared/money.ts'
import { pageAddress } from '#shared/pages.ts'
import type { Purchase } from './payments.queries.ts'
import { sendRefund } from './receipt.queues.ts'
import { getNewRefundCents, type SuppressedNotifications } from './restored-notifications.service.ts'

/**
 * What happened to a purchase: it was paid, it failed, a bank disputes it, a refund failed, or this many cents were
 * refunded.
 */
type PurchaseEvent = 'paid' | 'failed' | 'disputed' | 'refund_failed' | { backCents: number }

/** Notifies the buyer in the transaction that records the event. Required emails are sent separately. */
export async function notifyBuyer(
  { jobs, now, quiet }: Pick<Deps, 'jobs' | 'now'> & { quiet?: SuppressedNotifications },
  tx: Transaction,
  { purchase, happened }: { purchase: Purchase; happened: PurchaseEvent },
): Promise<void> {
  if (happened === 'paid' && quiet?.sale) return
  if ((happened === 'failed' || happened === 'refund_failed') && quiet?.reversal) return
  // The buyer may still have access in another way, such as through a grant.
  const isOpen = happened === 'disputed' && (await ownsProduct(tx, purchase.memberId, purchase.productId))
  await notify({ jobs }, tx, {
    kind: 'order',
    cause: getNotificationCause(purchase, happened),
    words: getNotificationText(purchase, happened, isOpen),
    address: pageAddress('/Account/Orders/'),
    to: purchase.memberId,
    now: now(),
  })
}

type StoredRefund = { purchase: Purchase; intent: Intent; refundedCents: number }

/** Notifies the buyer of the refunds that this transaction stores, and also sends an email about them. */
export async function notifyOfRefund(
  deps: Pick<Deps, 'jobs' | 'now'> & { quiet?: SuppressedNotifications },
  tx: Transaction,
  { purchase, intent, refundedCents }: StoredRefund,
): Promise<void> {
  const backCents = getNewRefundCents(deps.quiet, intent, refundedCents - purchase.refundedCents)
  if (backCents <= 0) return
  const range = { fromCents: refundedCents - backCents, toCents: refundedCents }
  await deps.jobs.enqueue(tx, sendRefund, { purchaseId: purchase.id, ...range })
  await notifyBuyer(deps, tx, { purchase, happened: { backCents } })
}

/**
 * Returns a string that differs for each event. An order is paid only once, but it may be disputed repeatedly and
 * refunded in parts.
 */
function getNotificationCause({ id, providerReads, refundedCents }: Purchase, happened: PurchaseEvent): string {
  if (happened === 'paid') return `order:${id}:paid`
  if (happened === 'failed' || happened === 'refund_failed') return `order:${id}:${happened}:${randomUUID()}`
  if (happened === 'disputed') return `order:${id}:disputed:${providerReads}`
  // After the bank returned a refund, the same amount may be refunded again, so the amount alone is not unique.
  return `order:${id}:back:${refundedCents + happened.backCents}:${providerReads}`
}

function getNotificationText({ itemName, orderNumber }: Purchase, happened: PurchaseEvent, isOpen: boolean): string {
  if (happened === 'paid') return `You now have access to ${itemName} (order ${orderNumber}).`
  if (happened === 'failed') return `Your payment for ${itemName} didn’t go through. You weren’t charged.`
  if (happened === 'refund_failed')
    return `Your bank didn’t accept a refund for order ${orderNumber}, ${itemName}. We emailed you the next steps.`
  if (happened === 'disputed' && isOpen)
    return `The payment for order ${orderNumber}, ${itemName}, is disputed. You still have access.`
  if (happened === 'disputed')
    return `Your access to ${itemName} is paused while the payment for order ${orderNumber} is disputed.`
  return `We refunded ${formatCentsAsDollars(happened.backCents)} for order ${orderNumber}, ${itemName}.`
}
