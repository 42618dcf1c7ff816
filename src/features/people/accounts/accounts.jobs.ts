import { factorChanged } from '#features/people/two-factor/two-factor.public.ts'
import type { Deps } from '#platform/deps.ts'
import {
  clearExpired,
  sendEmailChange,
  sendNewPlace,
  sendPasswordReset,
  sendTestMail,
  sendVerification,
  tellEmailChange,
  tellNameChange,
  tellPasswordChanged,
} from './accounts.queues.ts'
import { forgetExpired } from './expired-accounts.service.ts'
import { mailEmailChange, mailEmailNews } from './email-change.service.ts'
import { mailVerification } from './email-verification.service.ts'
import { mailNameNews } from './name-correction.service.ts'
import { mailNewPlace } from './new-device.service.ts'
import { mailPasswordChanged } from './password-change.service.ts'
import { mailFactorChanged } from './two-factor-email.service.ts'
import { mailTest } from './test-email.service.ts'
import { mailEarlierPasswordReset, mailPasswordReset } from './password-reset.service.ts'

export function accountJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(sendVerification, ({ request, ...asked }, id) =>
    mailVerification(deps, { ...asked, request: request ?? id }),
  )
  jobs.handle(sendPasswordReset, (job, id) =>
    'email' in job ? mailEarlierPasswordReset(deps, job.email, id) : mailPasswordReset(deps, job),
  )
  jobs.handle(sendNewPlace, (told) => mailNewPlace(deps, told))
  jobs.handle(sendTestMail, (asked) => mailTest(deps, asked))
  jobs.handle(tellPasswordChanged, (told) => mailPasswordChanged(deps, told))
  jobs.handle(sendEmailChange, (wish) => mailEmailChange(deps, wish))
  jobs.handle(tellEmailChange, (news) => mailEmailNews(deps, news))
  jobs.handle(tellNameChange, (news) => mailNameNews(deps, news))
  jobs.handle(factorChanged, (change) => mailFactorChanged(deps, change))
  // At an hour, in UTC, when the members that we know of sleep.
  jobs.repeat(clearExpired, '23 8 * * *', () => forgetExpired(deps))
}
