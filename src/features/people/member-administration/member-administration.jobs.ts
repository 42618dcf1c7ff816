import type { Deps } from '#platform/deps.ts'
import { notifyNameChange, sendStaffInvitation } from '#features/people/accounts/account-emails.public.ts'
import { deliverNameChangeEmail } from './name-correction.service.ts'
import { sendStaffInvitationEmail } from './invitations.service.ts'

export function memberAdministrationJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(sendStaffInvitation, (invitation) => sendStaffInvitationEmail(deps, invitation))
  jobs.handle(notifyNameChange, (news) => deliverNameChangeEmail(deps, news))
}
