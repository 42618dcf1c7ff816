import type { Deps } from '#platform/deps.ts'
import {
  notifyEmailChange,
  notifyPasswordChanged,
  sendEmailChange,
} from '#features/people/accounts/account-emails.public.ts'
import { deliverEmailChangeNotice } from './email-change-notices.service.ts'
import { deliverEmailChangeLink } from './email-change.service.ts'
import { deliverPasswordChangedEmail } from './password-change.service.ts'

export function ownAccountJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(notifyPasswordChanged, (data) => deliverPasswordChangedEmail(deps, data))
  jobs.handle(sendEmailChange, (wish) => deliverEmailChangeLink(deps, wish))
  jobs.handle(notifyEmailChange, (news) => deliverEmailChangeNotice(deps, news))
}
