import type { Deps } from '#platform/deps.ts'
import type { Intent } from '#platform/payments.ts'
import { AppError } from '#shared/app-error.ts'
import { expirePurchase, findPurchase, listPending, type Purchase, settleOnce } from './checkout.queries.ts'
import { GIVE_UP_AFTER_MS, type PurchaseState, SWEEP_AFTER_MS, type Verdict, verdictOn } from './checkout.rules.ts'

type SettlementDeps = Pick<Deps, 'db' | 'payments' | 'now' | 'log'>

export type Settlement = Verdict | { kind: 'ended'; state: Exclude<PurchaseState, 'pending' | 'paid'> }

/** The one way in which a purchase becomes paid: everything must agree, and only the first of many settles it. */
export async function settle(
  { db, payments, now, log }: SettlementDeps,
  purchase: Purchase,
  intent: Intent,
): Promise<Settlement> {
  const verdict = verdictOn(purchase, intent, payments.isLive)
  if (verdict.kind === 'mismatch') {
    log.error({ purchaseId: purchase.id, what: verdict.what }, 'a payment does not fit its purchase')
  }
  if (verdict.kind !== 'paid') return verdict
  if (await settleOnce(db, purchase.id, intent.id, now())) {
    log.info({ purchaseId: purchase.id }, 'purchase settled')
    return verdict
  }
  const current = await findPurchase(db, purchase.id)
  if (current?.state === 'paid') return verdict
  if (!current || current.state === 'pending') return { kind: 'mismatch', what: 'intent' }
  return { kind: 'ended', state: current.state }
}

/**
 * Ends an open purchase so that another can take its place: first at the provider, so that nobody can pay what has
 * ended. When it was paid meanwhile this refuses, and the purchase stays for whoever settles it.
 */
export async function retire({ db, payments, now }: SettlementDeps, purchase: Purchase): Promise<void> {
  if (purchase.paymentIntentId !== null) await payments.cancelIntent(purchase.paymentIntentId)
  await expirePurchase(db, purchase, now())
}

const PAGE = 100
const AT_ONCE = 4

/**
 * Makes good what a closed browser left open: asks the provider about every pending purchase older than a minute,
 * settles the paid ones and ends those that were canceled or that nobody finished within a day.
 */
export async function sweepPending(deps: SettlementDeps): Promise<void> {
  const before = new Date(deps.now().getTime() - SWEEP_AFTER_MS)
  for (let after: string | undefined; ;) {
    const page = await listPending(deps.db, { before, after, limit: PAGE })
    for (let start = 0; start < page.length; start += AT_ONCE) {
      const isReachable = await Promise.all(
        page.slice(start, start + AT_ONCE).map((purchase) => lookAfter(deps, purchase)),
      )
      // While the provider is away every further question would wait in vain: the next sweep asks again.
      if (isReachable.includes(false)) return
    }
    after = page.at(-1)?.id
    if (page.length < PAGE) return
  }
}

/** False when the provider could not be reached. */
async function lookAfter(deps: SettlementDeps, purchase: Purchase): Promise<boolean> {
  try {
    await settleOrEnd(deps, purchase)
  } catch (error) {
    if (error instanceof AppError && error.code === 'payment_provider_unavailable') {
      deps.log.warn({ purchaseId: purchase.id }, 'the card provider is away; pending purchases wait')
      return false
    }
    // One purchase that can't be handled must not keep the others from being settled.
    deps.log.error({ err: error, purchaseId: purchase.id }, 'a pending purchase could not be looked after')
  }
  return true
}

async function settleOrEnd(deps: SettlementDeps, purchase: Purchase): Promise<void> {
  const isGivenUp = deps.now().getTime() - purchase.createdAt.getTime() > GIVE_UP_AFTER_MS
  const intent =
    purchase.paymentIntentId === null ? undefined : await deps.payments.readIntent(purchase.paymentIntentId)
  if (intent?.status === 'succeeded') await settle(deps, purchase, intent)
  else if (intent?.status === 'canceled') await expirePurchase(deps.db, purchase, deps.now())
  else if (isGivenUp && intent?.status !== 'processing') await retire(deps, purchase)
}
