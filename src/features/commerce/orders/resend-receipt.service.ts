import { getRequesterId } from '#features/people/accounts/accounts.public.ts'
import { STAFF_EMAILS } from '#features/people/accounts/account-limits.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { sendReceipt } from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, memberErasedError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { findOrder } from './orders.queries.ts'
import { findOrderId } from './order-search.queries.ts'

/**
 * Sends the receipt again, by enqueuing its job again. Throws `forbidden`, `not_found`, or `invalid` before storing
 * anything.
 */
export async function resendOrderReceipt(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>,
  { orderNumber: typed, by }: { orderNumber: string; by: Staff },
): Promise<{ address: string; orderNumber: string; itemName: string }> {
  const { db, jobs, now } = deps
  const purchaseId = await findOrderId(db, typed)
  const order = purchaseId && (await findOrder(db, purchaseId, 'in any state'))
  if (!purchaseId || !order) throw new AppError('not_found', `There is no order ${typed}.`)
  const { orderNumber, itemName, buyer } = order
  if (!hasPermission(by, 'resend email', { memberId: buyer.id })) throw permissionDeniedError(by, 'resend email')
  if (buyer.isErased) throw memberErasedError()
  if (!(await findOrder(db, purchaseId)))
    throw new AppError('invalid', `Order ${orderNumber} was never paid (status: ${order.state}), so it has no receipt.`)
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, sendReceipt, { purchaseId, askedBy: getRequesterId(by) ?? undefined })
    const subject = { id: orderNumber, name: itemName }
    const event = { at: now(), kind: 'mail.sent_again', by, memberId: buyer.id, subject } as const
    await recordEvent(tx, { ...event, after: { mail: 'receipt' } })
    await enforceRateLimit(deps, tx, STAFF_EMAILS, buyer.id)
  })
  return { address: buyer.email, orderNumber, itemName }
}
