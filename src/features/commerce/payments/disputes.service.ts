import type { Transaction } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import type { Intent } from '#platform/payments.ts'
import { cents, formatCentsAsDollars, sumAmounts, totalCents } from '#shared/money.ts'
import { notifyBuyer } from './buyer-notifications.service.ts'
import { claimDispute, releaseLosses } from './events.queries.ts'
import { sumCreditNotes } from './invoice-numbers.queries.ts'
import { notifyOperator, notifyOperatorOfDispute } from './operator-notifications.queues.ts'
import { findOwedCents } from './payment-issues.queries.ts'
import type { Purchase } from './payments.queries.ts'
import { type DisputeDecisions, getRefundedCents, type PaidState } from './payments.rules.ts'
import { sendDispute } from './receipt.queues.ts'
import { isNews, type SuppressedNotifications } from './restored-notifications.service.ts'
import { logDispute } from './reversal-log.service.ts'

type DisputeDeps = Pick<Deps, 'jobs' | 'now'> & { quiet?: SuppressedNotifications }
type Reading = { purchase: Purchase; intent: Intent }
type Decisions = DisputeDecisions & { losses: Intent['disputes'] }

/**
 * Claims the lost disputes that were not known before. Between two reads, a bank may return the money of one dispute
 * and take the money of another, so the change of `lostCents` alone doesn't show them.
 */
export async function recordDisputeDecisions(
  tx: Transaction,
  { purchase, intent }: Reading,
  now: Date,
): Promise<Decisions> {
  const change = intent.lost - purchase.lostCents
  const isOneReversed = await releaseLosses(tx, intent.wonDisputes)
  const losses: Decisions['losses'] = []
  // If this condition is false, all losses are already known, even if an early version claimed none.
  if (change > 0 || isOneReversed)
    for (const dispute of intent.disputes.filter(({ isLost }) => isLost))
      if (await claimDispute(tx, dispute, now)) losses.push(dispute)
  const claimed = isOneReversed ? sumAmounts(losses) : 0
  const lostCents = Math.max(0, change, claimed)
  return { lostCents, reversedCents: Math.max(0, lostCents - change), losses }
}

/** Notifies the buyer that they have no access during a dispute. */
export async function notifyOfClosedAccess(
  deps: DisputeDeps,
  tx: Transaction,
  { purchase, intent }: Reading,
): Promise<void> {
  const amount = sumAmounts(intent.disputes.filter((each) => !each.isLost && isNews(deps.quiet, each)))
  if (amount === 0) return
  await deps.jobs.enqueue(tx, sendDispute, { purchaseId: purchase.id, dispute: 'open', amount })
  await notifyBuyer(deps, tx, { purchase, happened: 'disputed' })
}

type DecidedReading = Reading & { state: PaidState; decided: Decisions }

/**
 * Notifies the operator of each dispute and of each loss, once for each, regardless of the order's state. If a dispute
 * doesn't change the order's state, it is logged here, and the buyer is notified here. Otherwise, both happen along
 * with the change.
 */
export async function reportDisputes(
  { jobs, now, quiet }: DisputeDeps,
  tx: Transaction,
  { purchase, intent, state, decided }: DecidedReading,
): Promise<void> {
  const hasClosed = state === 'disputed' && purchase.state !== 'disputed'
  const report = async (dispute: Intent['disputes'][number]) => {
    if (!isNews(quiet, dispute)) return
    const { amount, dueAt, isLost } = dispute
    await jobs.enqueue(tx, notifyOperatorOfDispute, {
      purchaseId: purchase.id,
      dispute: isLost ? 'lost' : 'open',
      amount,
      dueAt: dueAt?.toISOString() ?? null,
    })
  }
  for (const dispute of intent.disputes.filter(({ isLost }) => !isLost)) {
    if (!(await claimDispute(tx, dispute, now()))) continue
    const { amount } = dispute
    if (!hasClosed) {
      await logDispute(tx, { purchase, amount }, now())
      // A purchase that ended gives the buyer no access, whether or not it is disputed.
      if (state === 'disputed' && isNews(quiet, dispute))
        await jobs.enqueue(tx, sendDispute, { purchaseId: purchase.id, dispute: 'open', amount })
    }
    await report(dispute)
  }
  for (const dispute of decided.losses) await report(dispute)
}

/**
 * Notifies the operator that a bank returned the money of a lost dispute, which is rare. The order and its credit note
 * remain unchanged, so the operator must decide what to do.
 */
export async function reportReversal(
  { jobs, quiet }: DisputeDeps,
  tx: Transaction,
  { purchase, intent, state, decided }: DecidedReading,
): Promise<void> {
  if (decided.reversedCents === 0) return
  if (quiet?.news && !intent.wonDisputes.some((each) => isNews(quiet, each))) return
  const { orderNumber } = purchase
  const owedCents = await findOwedCents(tx, intent.id)
  const owed = owedCents ? cents(owedCents) : undefined
  const debt =
    owed === undefined
      ? ''
      : ` You still owe the buyer ${formatCentsAsDollars(owed)} from a refund that failed. Refund it (npm run academy -- refund ${orderNumber} --owed).`
  const access =
    state === 'refunded'
      ? ` The order stays closed. Give the buyer access (npm run academy -- grant MEMBER PRODUCT --why TEXT), or refund the payment (npm run academy -- refund ${orderNumber}).`
      : ''
  const books = getBooksCorrection({ purchase, intent, noted: await sumCreditNotes(tx, purchase.id), owed: owed ?? 0 })
  const correction =
    books > 0
      ? ` The credit note for the dispute stays. Unless you refund ${formatCentsAsDollars(cents(books))}, correct your books by that amount.`
      : ' Your books need no correction.'
  const sentence = `The bank returned ${formatCentsAsDollars(cents(decided.reversedCents))} that it had taken in a lost dispute over order ${orderNumber}.${debt}${access}${correction}`
  await jobs.enqueue(tx, notifyOperator, { sentence, facts: { orderNumber, intentId: intent.id } })
}

/**
 * Returns the amount by which the credit notes exceed what the buyer has received or is owed. It is at most what banks
 * returned, because credit notes never exceed what was paid, and the credit note for one dispute may cover the loss of
 * another.
 */
function getBooksCorrection({ purchase, intent, noted, owed }: Reading & { noted: number; owed: number }): number {
  const countReturned = (lost: number) => Math.min(totalCents(purchase), getRefundedCents(purchase, intent) + lost)
  const returned = countReturned(intent.lost)
  return Math.max(0, Math.min(countReturned(purchase.lostCents) - returned, noted - returned - owed))
}
