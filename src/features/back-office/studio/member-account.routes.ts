import type { FastifyInstance } from 'fastify'
import { askForEmailOf, endSessionsFor, findMember } from '#features/people/accounts/accounts.public.ts'
import { correctName } from '#features/credentials/certificates/certificates.public.ts'
import { copyForStaff, eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { fieldErrors } from '#shared/app-error.ts'
import { counted } from '#shared/counted.ts'
import { cleanLogin } from '#shared/login-name.ts'
import { staffOf } from '#shared/policy.ts'
import * as contract from './member-account.contract.ts'

export function memberAccountRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, contract.endMemberSession, async ({ params: { id: memberId, session: sessionId }, member }) => {
    await endSessionsFor(deps, { memberId, sessionId, by: staffOf(member) })
    return { message: 'That device is logged out.' }
  })
  serve(app, contract.endMemberSessions, async ({ params: { id: memberId }, member }) => {
    const many = await endSessionsFor(deps, { memberId, by: staffOf(member) })
    return { message: many === 1 ? 'One device is logged out.' : `${counted(many, 'device')} are logged out.` }
  })
  serve(app, contract.correctMemberName, async ({ params: { id: memberId }, body, member }) => {
    const { certificates } = await correctName(deps, {
      memberId,
      name: {
        firstName: body.first_name,
        lastName: body.last_name,
        credentialsAfterName: body.credentials_after_name,
      },
      isReprinted: body.on_certificates,
      insteadOf: body.instead_of,
      by: staffOf(member),
    })
    const printed = certificates === 0 ? '' : ` It stands on ${counted(certificates, 'certificate')} of before, too.`
    return { message: `The name is corrected. A mail tells the member.${printed}` }
  })
  serve(app, contract.changeMemberEmail, async ({ params: { id: memberId }, body: { email }, member }) => {
    await askForEmailOf(deps, { memberId, email, by: staffOf(member) })
    return { message: `A link will be mailed to ${cleanLogin(email)}. Until it is opened nothing changes.` }
  })
  serve(app, contract.exportMember, ({ params: { id: memberId }, member }) =>
    copyForStaff(deps, { memberId, by: staffOf(member) }),
  )
  serve(app, contract.eraseMember, async ({ params: { id: memberId }, body: { username }, member }) => {
    const found = await findMember(deps.db, memberId)
    if (found && found.username.toLowerCase() !== cleanLogin(username).toLowerCase())
      throw fieldErrors({ username: [`Please type ${found.username}: it says that this member is meant.`] })
    await eraseMember(deps, { memberId, by: staffOf(member) })
    return { message: 'The member is erased. What is left has no name.' }
  })
}
