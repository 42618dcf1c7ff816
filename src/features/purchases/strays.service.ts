import type { ListedPayment } from '#platform/payment-lists.ts'
import { ordersOfIntents } from './purchases.queries.ts'
import { academyIn, strayInWords, type Stray } from './strays.rules.ts'
import { tellOperator } from './operator.queues.ts'
import { keepLost } from './troubles.queries.ts'
import { oncePerDay, type SettlementDeps } from './settlement.service.ts'

/** After a year the provider gives little back, and the operator has heard of it often enough. */
const LOOKED_BACK_MS = 365 * 24 * 60 * 60_000

/**
 * The job: tells the operator, in one line and one mail a day, of all payments whose order had ended or is gone, until each was given
 * back, taken by a dispute, or marked as settled at the provider. What does not fit a pending order is the sweep's.
 */
export async function tellStrays(deps: SettlementDeps): Promise<void> {
  const { db, jobs, payments, now } = deps
  const strays: Stray[] = []
  for await (const page of payments.lists.paid(new Date(now().getTime() - LOOKED_BACK_MS)))
    strays.push(...(await straysAmong(deps, page)))
  await keepLost(db, strays, now())
  if (strays.length > 0) await jobs.enqueue(db, tellOperator, strayInWords(strays), oncePerDay('strays'))
}

async function straysAmong({ db, payments, config }: SettlementDeps, page: ListedPayment[]): Promise<Stray[]> {
  const orders = new Map(
    (
      await ordersOfIntents(
        db,
        page.map(({ id }) => id),
      )
    ).map((order) => [order.intentId, order]),
  )
  const strays: Stray[] = []
  for (const { id: intentId, academy, amountReceived } of page) {
    const order = orders.get(intentId)
    // Of a payment that another academy opened, or an earlier version, nobody here knows where its order is.
    if (order ? !order.hasEnded : academy !== academyIn(config)) continue
    const intent = await payments.readIntent(intentId)
    // On its way back, too, it is settled; an open dispute is the bank's.
    if (!intent || intent.held > 0 || intent.refunded + intent.refunding + intent.lost >= amountReceived) continue
    strays.push({ intentId, orderNumber: order?.orderNumber, amount: amountReceived })
  }
  return strays
}
