import type { Deps } from '#platform/deps.ts'
import { DISPUTE_EVENTS, type ProviderEvent } from '#platform/payment-events.ts'
import type { Intent } from '#platform/payments.ts'
import { notifyOperatorOfFailedRefund, notifyOperatorOfSale } from './operator-notifications.queues.ts'
import { sendFailedPayment, sendFailedRefund, sendReceipt } from './receipt.queues.ts'
import { sumAmounts } from '#shared/money.ts'
import { findRestore } from './recorded-numbers.queries.ts'
import { NumbersNotReadError } from './restored-numbers.service.ts'

/**
 * The notifications to skip. `sale` skips those of the sale. `reversal` skips those of a failed payment or a failed
 * refund. If `news` is given, all notifications of refunds and disputes that are not in it are skipped.
 */
export type SuppressedNotifications = { sale: boolean; reversal: boolean; news?: ReadonlySet<string> }

const SALE_JOBS: readonly string[] = [sendReceipt.name, notifyOperatorOfSale.name]
const REVERSAL_JOBS: readonly string[] = [
  sendFailedPayment.name,
  sendFailedRefund.name,
  notifyOperatorOfFailedRefund.name,
]

type SuppressibleDeps = Pick<Deps, 'db' | 'jobs' | 'payments'> & { quiet?: SuppressedNotifications }
type ProviderReading = { intent: Intent; event: ProviderEvent | undefined }

/**
 * After a restore, the provider reports again everything that has happened since the backup. It is recorded as usual,
 * but no one is notified twice. Throws `NumbersNotReadError` while it is unknown which numbers were issued after the
 * backup.
 */
export async function suppressRepeatedNotifications<Given extends SuppressibleDeps>(
  deps: Given,
  read: ProviderReading,
): Promise<Given> {
  const restore = await findRestore(deps.db, deps.payments.isLive)
  if (!restore) return deps
  if (restore.isUnread) throw new NumbersNotReadError()
  const isBefore = (at: Date | undefined) => at !== undefined && at < restore.restoredAt
  const isCatchingUp = deps.quiet !== undefined || restore.caughtUpAt === null
  const quiet = {
    sale: isBefore(read.intent.chargedAt),
    reversal: deps.quiet?.reversal ?? (isCatchingUp && isBefore(getReversalTime(read))),
    ...(isCatchingUp && { news: await readNews(deps, read, restore.restoredAt) }),
  }
  const dropped = [...(quiet.sale ? SALE_JOBS : []), ...(quiet.reversal ? REVERSAL_JOBS : [])]
  if (dropped.length === 0) return { ...deps, quiet }
  const jobs: Deps['jobs'] = {
    ...deps.jobs,
    enqueue: async (tx, job, ...what) => {
      if (!dropped.includes(job.name)) await deps.jobs.enqueue(tx, job, ...what)
    },
  }
  return { ...deps, jobs, quiet }
}

/**
 * Returns the refunds and disputes that were made or decided after the restore. The event that is being read doesn't
 * show this, because an older event may also be the first to store what is new.
 */
async function readNews(
  { payments }: Pick<Deps, 'payments'>,
  { intent, event }: ProviderReading,
  restoredAt: Date,
): Promise<Set<string>> {
  const { id, refunds, disputes, wonDisputes } = intent
  const listed =
    disputes.length + wonDisputes.length === 0
      ? []
      : await payments.listEvents(id, { since: restoredAt, types: DISPUTE_EVENTS })
  const made = [...refunds, ...disputes].filter(({ createdAt }) => createdAt >= restoredAt)
  const changed = [...listed, ...(event?.intentId === id ? [event] : [])].filter(
    ({ createdAt }) => createdAt >= restoredAt,
  )
  return new Set([...made.map((each) => each.id), ...changed.flatMap(({ objectId }) => objectId ?? [])])
}

export function isNews(quiet: SuppressedNotifications | undefined, { id }: { id: string }): boolean {
  return quiet?.news?.has(id) ?? true
}

/** Returns how much was newly refunded without counting what the buyer was already notified of before the restore. */
export function getNewRefundCents(
  quiet: SuppressedNotifications | undefined,
  { refunds }: Pick<Intent, 'refunds'>,
  storedCents: number,
): number {
  if (!quiet?.news) return storedCents
  const fresh = refunds.filter((refund) => refund.status === 'succeeded' && isNews(quiet, refund))
  return Math.min(storedCents, sumAmounts(fresh))
}

/** Returns when a payment failed or was last refunded or disputed, by its event or its newest refund. */
function getReversalTime({ intent, event }: ProviderReading): Date {
  // The time when a payment succeeded says nothing about what happened to it later.
  const kinds = intent.status === 'succeeded' ? /^(charge|refund)\./ : /^(charge|refund|payment_intent)\./
  const isOfReversal = event !== undefined && kinds.test(event.type)
  if (isOfReversal) return event.createdAt
  return new Date(Math.max(0, ...intent.refunds.map(({ createdAt }) => createdAt.getTime())))
}
