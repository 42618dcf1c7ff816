import type { Deps } from '#platform/deps.ts'
import { clearExpired, sendPasswordReset, sendVerification } from './accounts.queues.ts'
import { forgetExpired } from './clearing.service.ts'
import { mailVerification } from './email-verification.service.ts'
import { mailEarlierPasswordReset, mailPasswordReset } from './password-reset.service.ts'

export function accountJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(sendVerification, ({ memberId, request }, id) =>
    mailVerification(deps, { memberId, request: request ?? id }),
  )
  jobs.handle(sendPasswordReset, (job, id) =>
    'email' in job ? mailEarlierPasswordReset(deps, job.email, id) : mailPasswordReset(deps, job),
  )
  // At an hour, in UTC, when the members that we know of sleep.
  jobs.repeat(clearExpired, '23 8 * * *', () => forgetExpired(deps))
}
