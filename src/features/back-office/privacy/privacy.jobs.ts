import { eraseCustomer } from '#features/commerce/checkout/checkout.public.ts'
import { runOrReport } from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import { deliverDeletionEmail, deliverDeletionCanceledEmail } from './deletion.service.ts'
import { runScheduledDeletions, deleteCapturedEmails } from './erasure.service.ts'
import {
  runDueDeletions,
  eraseAtProvider,
  eraseCapturedEmails,
  sendDeletionEmail,
  sendDeletionCanceledEmail,
} from './privacy.queues.ts'

export function privacyJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(sendDeletionEmail, ({ memberId }) => deliverDeletionEmail(deps, memberId))
  jobs.handle(sendDeletionCanceledEmail, ({ memberId }) => deliverDeletionCanceledEmail(deps, memberId))
  jobs.handle(eraseAtProvider, ({ memberId }) => runOrReport(deps, () => eraseCustomer(deps, memberId)))
  jobs.handle(eraseCapturedEmails, (job) => deleteCapturedEmails(deps, job))
  jobs.repeat(runDueDeletions, '41 3 * * *', () => runScheduledDeletions(deps))
}
