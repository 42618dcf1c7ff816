import type { Deps } from '#platform/deps.ts'
import { orTell } from './provider-errors.service.ts'
import { lookForStrays } from './unmatched-payments.queues.ts'
import { tellStrays } from './unmatched-payments.service.ts'
import { recordSale, reverseSale } from './tax-transactions.service.ts'
import { recordTax, reverseTax } from './tax.queues.ts'
import { fillInTold } from './backfill.queues.ts'
import { fillInWhatIsTold } from './backfill.service.ts'

export function purchaseJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(recordTax, ({ purchaseId }) => orTell(deps, () => recordSale(deps, purchaseId)))
  jobs.handle(reverseTax, (refund) => orTell(deps, () => reverseSale(deps, refund)))
  jobs.repeat(fillInTold, '23 4 * * *', () => orTell(deps, () => fillInWhatIsTold(deps)))
  jobs.repeat(lookForStrays, '41 7 * * *', () => orTell(deps, () => tellStrays(deps)))
}
