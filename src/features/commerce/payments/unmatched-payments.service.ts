import type { ListedPayment } from '#platform/payment-lists.ts'
import { ordersOfIntents } from './payments.queries.ts'
import { ownershipOf } from './payment-ownership.rules.ts'
import { readOwnHosts } from './payment-ownership.service.ts'
import { strayInWords, type Stray } from './unmatched-payments.rules.ts'
import { oncePerDay, tellOperator } from './operator-notifications.queues.ts'
import { keepLost } from './payment-issues.queries.ts'
import { backOf } from './payment-issues.rules.ts'
import type { SettlementDeps } from './settlement.service.ts'

type FoundStray = Stray & { isHeld: boolean }

/** After a year the provider gives little back, and the operator has heard of it often enough. */
const LOOKED_BACK_MS = 365 * 24 * 60 * 60_000

/**
 * The job: tells the operator, in one line and one mail a day, of all payments whose order had ended or is gone, until each was given
 * back, taken by a dispute, or marked as settled at the provider. What does not fit a pending order is the sweep's.
 */
export async function tellStrays(deps: SettlementDeps): Promise<void> {
  const { db, jobs, payments, now } = deps
  const found: FoundStray[] = []
  for await (const page of payments.lists.paid(new Date(now().getTime() - LOOKED_BACK_MS)))
    found.push(...(await straysAmong(deps, page)))
  await keepLost(db, found, now())
  // Nothing can be given back of what a bank holds: the alert of its dispute tells what to do.
  const strays = found.filter(({ isHeld }) => !isHeld)
  if (strays.length > 0) await jobs.enqueue(db, tellOperator, strayInWords(strays), oncePerDay('strays'))
}

async function straysAmong({ db, payments, config }: SettlementDeps, page: ListedPayment[]): Promise<FoundStray[]> {
  const orders = new Map(
    (
      await ordersOfIntents(
        db,
        page.map(({ id }) => id),
      )
    ).map((order) => [order.intentId, order]),
  )
  const hosts = await readOwnHosts(db, config)
  const strays: FoundStray[] = []
  for (const { id: intentId, academy, amountReceived } of page) {
    const order = orders.get(intentId)
    if ((order && !order.hasEnded) || ownershipOf(hosts, { academy, hasPurchase: order !== undefined }) !== 'ours')
      continue
    const intent = await payments.readIntent(intentId)
    // On its way back, too, it is settled; the open dispute of an order is told as that.
    const isHeld = intent !== undefined && intent.held > 0
    if (!intent || (isHeld && order) || backOf(intent) >= amountReceived) continue
    strays.push({ intentId, orderNumber: order?.orderNumber, amount: amountReceived, isHeld })
  }
  return strays
}
