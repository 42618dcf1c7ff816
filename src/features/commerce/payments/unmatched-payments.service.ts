import type { ListedPayment } from '#platform/payment-lists.ts'
import { forEachAccount } from './accounts.service.ts'
import { findOrdersByIntents } from './payments.queries.ts'
import { getOwnership } from './payment-ownership.rules.ts'
import { readOwnHosts } from './payment-ownership.service.ts'
import { describeUnmatchedPayments, type UnmatchedPayment } from './unmatched-payments.rules.ts'
import { oncePerDay, notifyOperator } from './operator-notifications.queues.ts'
import { saveLostPayments } from './payment-issues.queries.ts'
import { getRefundableCents } from './payment-issues.rules.ts'
import type { SettlementDeps } from './settlement.service.ts'

type FoundUnmatchedPayment = UnmatchedPayment & { isHeld: boolean }

/**
 * How long ago payments may have been made to be found. After a year, the provider can rarely refund a payment, and the
 * operator has been notified often enough.
 */
const MAX_LOOKBACK_MS = 365 * 24 * 60 * 60_000

/**
 * The job handler: notifies the operator, in one log line and one email a day, of all payments whose order has ended or
 * is missing. It lists each payment until it is refunded, taken in a dispute, or marked as settled at the provider. If
 * a pending order has a payment that doesn't match, reconciliation handles it.
 */
export async function reportUnmatchedPayments(deps: SettlementDeps): Promise<void> {
  const { db, jobs, now } = deps
  const found: FoundUnmatchedPayment[] = []
  const since = new Date(now().getTime() - MAX_LOOKBACK_MS)
  await forEachAccount(deps, async ({ paid }) => {
    for await (const page of paid(since)) found.push(...(await selectUnmatchedPayments(deps, page)))
  })
  await saveLostPayments(db, found, now())
  // Money that a bank is holding can't be refunded. The notification about the dispute says what to do.
  const unmatched = found.filter(({ isHeld }) => !isHeld)
  if (unmatched.length > 0)
    await jobs.enqueue(db, notifyOperator, describeUnmatchedPayments(unmatched), oncePerDay('strays'))
}

async function selectUnmatchedPayments(
  { db, payments, config }: SettlementDeps,
  page: ListedPayment[],
): Promise<FoundUnmatchedPayment[]> {
  const orders = new Map(
    (
      await findOrdersByIntents(
        db,
        page.map(({ id }) => id),
      )
    ).map((order) => [order.intentId, order]),
  )
  const hosts = await readOwnHosts(db, config)
  const unmatched: FoundUnmatchedPayment[] = []
  for (const { id: intentId, academy, amountReceived } of page) {
    const order = orders.get(intentId)
    if ((order && !order.hasEnded) || getOwnership(hosts, { academy, hasPurchase: order !== undefined }) !== 'ours')
      continue
    const intent = await payments.readIntent(intentId)
    // A refund in progress also settles the payment. An open dispute about an order is reported separately.
    const isHeld = intent !== undefined && intent.held > 0
    if (!intent || (isHeld && order) || getRefundableCents(intent) === 0) continue
    unmatched.push({
      intentId,
      orderNumber: order?.orderNumber,
      amount: amountReceived,
      currency: intent.currency,
      isHeld,
    })
  }
  return unmatched
}
