import type { Deps } from '#platform/deps.ts'
import { runOrReport } from './provider-errors.service.ts'
import { findUnmatchedPayments } from './unmatched-payments.queues.ts'
import { reportUnmatchedPayments } from './unmatched-payments.service.ts'
import { recordTaxTransaction, restoreTaxTransactions, reverseTaxTransaction } from './tax-transactions.service.ts'
import { endOwnedPayments } from './owned-payments.queues.ts'
import { endPaymentsOfOwners } from './reconcile.service.ts'
import { recordTax, restoreTax, reverseTax } from './tax.queues.ts'
import { backfillPayments } from './backfill.queues.ts'
import { backfillPaymentDetails } from './backfill.service.ts'

export function purchaseJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(recordTax, ({ purchaseId }) => runOrReport(deps, () => recordTaxTransaction(deps, purchaseId)))
  jobs.handle(restoreTax, ({ purchaseId }) => runOrReport(deps, () => restoreTaxTransactions(deps, purchaseId)))
  jobs.handle(reverseTax, (refund) => runOrReport(deps, () => reverseTaxTransaction(deps, refund)))
  jobs.handle(endOwnedPayments, ({ productId }) => endPaymentsOfOwners(deps, productId))
  jobs.repeat(backfillPayments, '23 4 * * *', () => runOrReport(deps, () => backfillPaymentDetails(deps)))
  jobs.repeat(findUnmatchedPayments, '41 7 * * *', () => runOrReport(deps, () => reportUnmatchedPayments(deps)))
}
