import type { FastifyInstance } from 'fastify'
import {
  endSessionsByStaff,
  formatLinkTime,
  requestEmailChangeFor,
} from '#features/people/own-account/own-account.public.ts'
import { findMember } from '#features/people/accounts/accounts.public.ts'
import { correctName } from '#features/credentials/certificates/certificates.public.ts'
import { exportDataForStaff, eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { fieldErrors } from '#shared/app-error.ts'
import { pluralize } from '#shared/pluralize.ts'
import { cleanLogin } from '#shared/login-name.ts'
import { toStaff } from '#shared/policy.ts'
import * as contract from './member-account.contract.ts'

export function memberAccountRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract.endMemberSession, async ({ params: { id: memberId, session: sessionId }, member }) => {
    await endSessionsByStaff(deps, { memberId, sessionId, by: toStaff(member) })
    return { message: 'Device logged out.' }
  })
  registerEndpoint(app, contract.endMemberSessions, async ({ params: { id: memberId }, member }) => {
    const many = await endSessionsByStaff(deps, { memberId, by: toStaff(member) })
    if (many === 0) return { message: 'This member isn’t logged in on any device.' }
    return { message: `${pluralize(many, 'device')} logged out.` }
  })
  registerEndpoint(app, contract.correctMemberName, async ({ params: { id: memberId }, body, member }) => {
    const { certificates } = await correctName(deps, {
      memberId,
      name: {
        firstName: body.first_name,
        lastName: body.last_name,
        credentialsAfterName: body.credentials_after_name,
      },
      isReprinted: body.on_certificates,
      insteadOf: body.instead_of,
      by: toStaff(member),
    })
    const printed =
      certificates === 0 ? '' : ` The new name also appears on ${pluralize(certificates, 'earlier certificate')}.`
    return { message: `Name corrected. We’re emailing the member.${printed}` }
  })
  registerEndpoint(app, contract.changeMemberEmail, async ({ params: { id: memberId }, body: { email }, member }) => {
    const { from, linkAt } = await requestEmailChangeFor(deps, { memberId, email, by: toStaff(member) })
    const link = linkAt
      ? `Unless the member cancels, we’ll send a link to ${cleanLogin(email)} on ${await formatLinkTime(deps.db, linkAt)}.`
      : `We sent a link to ${cleanLogin(email)}.`
    return { message: `We notified ${from}. ${link} The email address changes when that link is opened.` }
  })
  registerEndpoint(app, contract.exportMember, ({ params: { id: memberId }, member }) =>
    exportDataForStaff(deps, { memberId, by: toStaff(member) }),
  )
  registerEndpoint(app, contract.eraseMember, async ({ params: { id: memberId }, body: { username }, member }) => {
    const found = await findMember(deps.db, memberId)
    if (found && found.username.toLowerCase() !== cleanLogin(username).toLowerCase())
      throw fieldErrors({ username: [`To confirm, type ${found.username}.`] })
    await eraseMember(deps, { memberId, by: toStaff(member) })
    return {
      message:
        'Member deleted. Sales and certificates are kept without a name. Invoice details are kept, encrypted, for 10 years.',
    }
  })
}
