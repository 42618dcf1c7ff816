import { twoFactorChanged } from '#features/people/two-factor/two-factor.public.ts'
import type { Deps } from '#platform/deps.ts'
import {
  clearExpired,
  sendEmailChange,
  sendNewDeviceEmail,
  sendPasswordReset,
  sendTestEmail,
  sendVerification,
  notifyEmailChange,
  notifyNameChange,
  notifyPasswordChanged,
} from './accounts.queues.ts'
import { deleteExpired } from './expired-accounts.service.ts'
import { deliverEmailChangeLink, deliverEmailChangeNotice } from './email-change.service.ts'
import { deliverVerificationEmail } from './email-verification.service.ts'
import { deliverNameChangeEmail } from './name-correction.service.ts'
import { deliverNewDeviceEmail } from './new-device.service.ts'
import { deliverPasswordChangedEmail } from './password-change.service.ts'
import { deliverTwoFactorChangedEmail } from './two-factor-email.service.ts'
import { deliverTestEmail } from './test-email.service.ts'
import { deliverLegacyPasswordReset, deliverPasswordResetEmail } from './password-reset.service.ts'

export function accountJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(sendVerification, ({ request, ...asked }, id) =>
    deliverVerificationEmail(deps, { ...asked, request: request ?? id }),
  )
  jobs.handle(sendPasswordReset, (job, id) =>
    'email' in job ? deliverLegacyPasswordReset(deps, job.email, id) : deliverPasswordResetEmail(deps, job),
  )
  jobs.handle(sendNewDeviceEmail, (told) => deliverNewDeviceEmail(deps, told))
  jobs.handle(sendTestEmail, (asked) => deliverTestEmail(deps, asked))
  jobs.handle(notifyPasswordChanged, (told) => deliverPasswordChangedEmail(deps, told))
  jobs.handle(sendEmailChange, (wish) => deliverEmailChangeLink(deps, wish))
  jobs.handle(notifyEmailChange, (news) => deliverEmailChangeNotice(deps, news))
  jobs.handle(notifyNameChange, (news) => deliverNameChangeEmail(deps, news))
  jobs.handle(twoFactorChanged, (change) => deliverTwoFactorChangedEmail(deps, change))
  // At an hour, in UTC, when the members that we know of sleep.
  jobs.repeat(clearExpired, '23 8 * * *', () => deleteExpired(deps))
}
