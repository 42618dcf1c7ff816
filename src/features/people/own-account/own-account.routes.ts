import type { FastifyInstance } from 'fastify'
import { readAccount } from '#features/people/accounts/accounts.contract.ts'
import { findEmailProblem } from '#features/foundation/suppressions/suppressions.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { cleanLogin } from '#shared/login-name.ts'
import { endSessionByLink } from '#features/people/accounts/sessions.public.ts'
import * as own from './own-account.contract.ts'
import { changeName, getAccount } from './own-account.service.ts'
import {
  cancelEmailChange,
  confirmEmail,
  getPendingEmail,
  keepEmail,
  requestEmailChange,
} from './email-change.service.ts'
import { endOwnSession, listOwnSessions, logOutEverywhere } from './own-sessions.service.ts'
import { changePassword } from './password-change.service.ts'

const EMAIL_CHANGE_CANCELED = 'Change canceled. Your email is unchanged.'

export function ownAccountRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readAccount, async ({ member }) => {
    const pending = await getPendingEmail(deps, member.id)
    const problem = await findEmailProblem(deps.db, member.id)
    return {
      ...toAccountReply(await getAccount(deps, member.id)),
      new_email: pending?.newEmail ?? null,
      new_email_link_at: pending?.linkAt ?? null,
      email_problem: problem?.reason === 'bounced' ? problem.why : null,
      role: member.role,
    }
  })
  registerEndpoint(app, own.changeName, async ({ member, body }) =>
    toAccountReply(await changeName(deps, member.id, body)),
  )

  registerEndpoint(app, own.changePassword, async ({ member, body, request }) => {
    await changePassword(deps, member, body, request.ip)
    return { message: 'Password changed. All other devices were logged out.' }
  })

  registerEndpoint(app, own.requestEmailChange, async ({ member, body, request }) => {
    await requestEmailChange(deps, member, body.email, request.ip)
    return { message: `Open the link we sent to ${cleanLogin(body.email)}. Nothing changes until then.` }
  })

  registerEndpoint(app, own.confirmEmail, async ({ body, request }) => {
    const { isLoggedOut, isChanged } = await confirmEmail(deps, body.token, request.ip)
    return {
      message: `Your email was ${isChanged ? 'changed' : 'confirmed'}.${isLoggedOut ? ' Please log in again.' : ''}`,
    }
  })

  registerEndpoint(app, own.cancelEmailChange, async ({ member }) => {
    await cancelEmailChange(deps, member.id)
    return { message: EMAIL_CHANGE_CANCELED }
  })

  registerEndpoint(app, own.keepEmail, async ({ body, request }) => {
    await keepEmail(deps, body.token, request.ip)
    return { message: EMAIL_CHANGE_CANCELED }
  })

  registerEndpoint(app, own.listSessions, async ({ member }) =>
    (await listOwnSessions(deps, member)).map(({ lastUsed, isThisOne, ...session }) => ({
      ...session,
      last_used: lastUsed,
      is_this_one: isThisOne,
    })),
  )

  registerEndpoint(app, own.endOneSession, async ({ member, params }) => {
    await endOwnSession(deps, member, params.id)
    return { message: 'Device logged out.' }
  })

  registerEndpoint(app, own.logOutEverywhere, async ({ member, body: { with_this_one: withThisOne } }) => {
    const ended = await logOutEverywhere(deps, member, { withThisOne })
    return { ended, message: describeEndedSessions(ended, withThisOne) }
  })

  registerEndpoint(app, own.endSessionByLink, async ({ body, request }) => {
    const ended = await endSessionByLink(deps, body.token, request.ip)
    return { message: ended > 0 ? 'Device logged out.' : 'That device was already logged out.' }
  })
}

function describeEndedSessions(ended: number, withThisOne: boolean): string {
  if (withThisOne) return 'You’re logged out of all your devices.'
  if (ended === 0) return 'You aren’t logged in on any other device.'
  return ended === 1 ? '1 other device logged out.' : `${ended} other devices logged out.`
}

function toAccountReply(account: Awaited<ReturnType<typeof getAccount>>): EndpointReply<typeof own.changeName> {
  const { username, email, firstName, lastName, credentialsAfterName } = account
  return { username, email, first_name: firstName, last_name: lastName, credentials_after_name: credentialsAfterName }
}
