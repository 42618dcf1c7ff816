import type { Deps } from '#platform/deps.ts'
import {
  notifyNameChange,
  sendStaffInvitation,
  sendTestEmail,
} from '#features/people/accounts/account-emails.public.ts'
import { deliverNameChangeEmail } from './name-correction.service.ts'
import { sendStaffInvitationEmail } from './invitations.service.ts'
import { deliverTestEmail } from './test-email.service.ts'

export function memberAdministrationJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(sendTestEmail, (asked) => deliverTestEmail(deps, asked))
  jobs.handle(sendStaffInvitation, (invitation) => sendStaffInvitationEmail(deps, invitation))
  jobs.handle(notifyNameChange, (news) => deliverNameChangeEmail(deps, news))
}
