import { eraseCustomer } from '#features/commerce/checkout/checkout.public.ts'
import { orTell } from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import { mailDeletionNotice, mailKeptNotice } from './deletion.service.ts'
import { carryOutDue, forgetMailOf } from './erasure.service.ts'
import {
  carryOutDeletions,
  eraseAtProvider,
  eraseCapturedMail,
  sendDeletionNotice,
  sendKeptNotice,
} from './privacy.queues.ts'

export function privacyJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(sendDeletionNotice, ({ memberId }) => mailDeletionNotice(deps, memberId))
  jobs.handle(sendKeptNotice, ({ memberId }) => mailKeptNotice(deps, memberId))
  jobs.handle(eraseAtProvider, ({ memberId }) => orTell(deps, () => eraseCustomer(deps, memberId)))
  jobs.handle(eraseCapturedMail, (job) => forgetMailOf(deps, job))
  jobs.repeat(carryOutDeletions, '41 3 * * *', () => carryOutDue(deps))
}
