import type { ListedPayment } from '#platform/payment-lists.ts'
import { findOrdersByIntents } from './payments.queries.ts'
import { getOwnership } from './payment-ownership.rules.ts'
import { readOwnHosts } from './payment-ownership.service.ts'
import { describeUnmatchedPayments, type UnmatchedPayment } from './unmatched-payments.rules.ts'
import { oncePerDay, notifyOperator } from './operator-notifications.queues.ts'
import { saveLostPayments } from './payment-issues.queries.ts'
import { getReturnedAmount } from './payment-issues.rules.ts'
import type { SettlementDeps } from './settlement.service.ts'

type FoundUnmatchedPayment = UnmatchedPayment & { isHeld: boolean }

/** After a year the provider gives little back, and the operator has heard of it often enough. */
const MAX_LOOKBACK_MS = 365 * 24 * 60 * 60_000

/**
 * The job: tells the operator, in one line and one mail a day, of all payments whose order had ended or is gone, until each was given
 * back, taken by a dispute, or marked as settled at the provider. What does not fit a pending order is the sweep's.
 */
export async function reportUnmatchedPayments(deps: SettlementDeps): Promise<void> {
  const { db, jobs, payments, now } = deps
  const found: FoundUnmatchedPayment[] = []
  for await (const page of payments.lists.paid(new Date(now().getTime() - MAX_LOOKBACK_MS)))
    found.push(...(await selectUnmatchedPayments(deps, page)))
  await saveLostPayments(db, found, now())
  // Nothing can be given back of what a bank holds: the alert of its dispute tells what to do.
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
    // On its way back, too, it is settled; the open dispute of an order is told as that.
    const isHeld = intent !== undefined && intent.held > 0
    if (!intent || (isHeld && order) || getReturnedAmount(intent) >= amountReceived) continue
    unmatched.push({ intentId, orderNumber: order?.orderNumber, amount: amountReceived, isHeld })
  }
  return unmatched
}
