import type { Deps } from '#platform/deps.ts'
import type { ProviderEvent } from '#platform/payment-events.ts'
import type { Intent } from '#platform/payments.ts'
import {
  notifyOperatorOfDispute,
  notifyOperatorOfFailedRefund,
  notifyOperatorOfSale,
} from './operator-notifications.queues.ts'
import { sendDispute, sendFailedPayment, sendReceipt, sendRefund } from './receipt.queues.ts'
import { findRestore } from './recorded-numbers.queries.ts'
import { NumbersNotReadError } from './restored-numbers.service.ts'

/** Of what nobody is notified: that it was paid, or that it failed, money went back, or it is disputed. */
export type SuppressedNotifications = { sale: boolean; reversal: boolean }

const SALE_JOBS: readonly string[] = [sendReceipt.name, notifyOperatorOfSale.name]
const REVERSAL_JOBS: readonly string[] = [
  sendRefund.name,
  sendDispute.name,
  sendFailedPayment.name,
  notifyOperatorOfDispute.name,
  notifyOperatorOfFailedRefund.name,
]

type SuppressibleDeps = Pick<Deps, 'db' | 'jobs' | 'payments'> & { quiet?: SuppressedNotifications }
type ProviderReading = { intent: Intent; event: ProviderEvent | undefined }

/**
 * After a restore the card provider tells of all that happened since the backup once more. It is written as before, and those whom it
 * concerns are not notified a second time. `NumbersNotReadError` while it is not known which numbers were issued since.
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

/** When a payment failed, or its money last went back or was disputed, as far as the provider says: by the event that told of it, or by the newest refund. */
function getReversalTime({ intent, event }: ProviderReading): Date {
  // That of a payment which went through says nothing of what came after it.
  const kinds = intent.status === 'succeeded' ? /^(charge|refund)\./ : /^(charge|refund|payment_intent)\./
  const isOfReversal = event !== undefined && kinds.test(event.type)
  if (isOfReversal) return event.createdAt
  return new Date(Math.max(0, ...intent.refunds.map(({ createdAt }) => createdAt.getTime())))
}
