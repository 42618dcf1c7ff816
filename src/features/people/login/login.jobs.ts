import type { Deps } from '#platform/deps.ts'
import { sendPasswordReset, sendVerification } from '#features/people/accounts/account-emails.public.ts'
import { deliverVerificationEmail } from './verification.service.ts'
import { deliverLegacyPasswordReset, deliverPasswordResetEmail } from './password-reset.service.ts'

export function loginJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(sendVerification, ({ request, ...asked }, id) =>
    deliverVerificationEmail(deps, { ...asked, request: request ?? id }),
  )
  jobs.handle(sendPasswordReset, (job, id) =>
    'email' in job ? deliverLegacyPasswordReset(deps, job.email, id) : deliverPasswordResetEmail(deps, job),
  )
}
