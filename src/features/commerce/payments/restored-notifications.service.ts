import type { Deps } from '#platform/deps.ts'
import type { ProviderEvent } from '#platform/payment-events.ts'
import type { Intent } from '#platform/payments.ts'
import {
  notifyOperatorOfDispute,
  notifyOperatorOfFailedRefund,
  notifyOperatorOfSale,
} from './operator-notifications.queues.ts'
import { sendDispute, sendFailedPayment, sendFailedRefund, sendReceipt, sendRefund } from './receipt.queues.ts'
import { findRestore } from './recorded-numbers.queries.ts'
import { NumbersNotReadError } from './restored-numbers.service.ts'

/** Which notifications to skip: those of the sale, or those of its failure, refund, or dispute. */
export type SuppressedNotifications = { sale: boolean; reversal: boolean }

const SALE_JOBS: readonly string[] = [sendReceipt.name, notifyOperatorOfSale.name]
const REVERSAL_JOBS: readonly string[] = [
  sendRefund.name,
  sendDispute.name,
  sendFailedPayment.name,
  sendFailedRefund.name,
  notifyOperatorOfDispute.name,
  notifyOperatorOfFailedRefund.name,
]

type SuppressibleDeps = Pick<Deps, 'db' | 'jobs' | 'payments'> & { quiet?: SuppressedNotifications }
type ProviderReading = { intent: Intent; event: ProviderEvent | undefined }

/**
 * After a restore, the provider reports everything since the backup again. It is recorded as usual, but no one is
 * notified twice. Throws `NumbersNotReadError` while the numbers issued since the backup are unknown.
 */
export async function suppressRepeatedNotifications<Given extends SuppressibleDeps>(
  deps: Given,
  read: ProviderReading,
): Promise<Given> {
  const restore = await findRestore(deps.db, deps.payments.isLive)
  if (!restore) return deps
  if (restore.isUnread) throw new NumbersNotReadError()
  const isBefore = (at: Date | undefined) => at !== undefined && at < restore.restoredAt
  const quiet = {
    sale: isBefore(read.intent.chargedAt),
    reversal: deps.quiet?.reversal ?? (restore.caughtUpAt === null && isBefore(getReversalTime(read))),
  }
  const dropped = [...(quiet.sale ? SALE_JOBS : []), ...(quiet.reversal ? REVERSAL_JOBS : [])]
  if (dropped.length === 0) return deps
  const jobs: Deps['jobs'] = {
    ...deps.jobs,
    enqueue: async (tx, job, ...what) => {
      if (!dropped.includes(job.name)) await deps.jobs.enqueue(tx, job, ...what)
    },
  }
  return { ...deps, jobs, quiet }
}

/** When a payment failed or was last refunded or disputed, according to its event or newest refund. */
function getReversalTime({ intent, event }: ProviderReading): Date {
  // The time of a successful payment says nothing about later events.
  const kinds = intent.status === 'succeeded' ? /^(charge|refund)\./ : /^(charge|refund|payment_intent)\./
  const isOfReversal = event !== undefined && kinds.test(event.type)
  if (isOfReversal) return event.createdAt
  return new Date(Math.max(0, ...intent.refunds.map(({ createdAt }) => createdAt.getTime())))
}
