import type { Deps } from '#platform/deps.ts'
import { orTell } from './provider.service.ts'
import { lookForStrays } from './strays.queues.ts'
import { tellStrays } from './strays.service.ts'
import { recordSale, reverseSale } from './tax-books.service.ts'
import { recordTax, reverseTax } from './tax.queues.ts'
import { fillInTold } from './told-later.queues.ts'
import { fillInWhatIsTold } from './told-later.service.ts'

export function purchaseJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(recordTax, ({ purchaseId }) => orTell(deps, () => recordSale(deps, purchaseId)))
  jobs.handle(reverseTax, (refund) => orTell(deps, () => reverseSale(deps, refund)))
  jobs.repeat(fillInTold, '23 4 * * *', () => orTell(deps, () => fillInWhatIsTold(deps)))
  jobs.repeat(lookForStrays, '41 7 * * *', () => orTell(deps, () => tellStrays(deps)))
}
