import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { cleanLogin } from '#shared/login-name.ts'
import * as contract from './accounts.contract.ts'
import * as own from './own-account.contract.ts'
import { getAccount, changeName } from './accounts.service.ts'
import { requestEmailChange, confirmEmail, getPendingEmail } from './email-change.service.ts'
import { resendVerification, verifyEmail } from './email-verification.service.ts'
import { endSessionByLink } from './new-device.service.ts'
import { endOwnSession, logOutEverywhere, listOwnSessions } from './own-sessions.service.ts'
import { changePassword } from './password-change.service.ts'
import { requestPasswordReset, resetPassword } from './password-reset.service.ts'
import { registerMember } from './registration.service.ts'
import { endSession, signIn, type SignInResult } from './session.service.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract.login, async ({ body, request }) => {
    return toLoginReply(await signIn(deps, { ...body, ...getClientInfo(request) }))
  })

  registerEndpoint(app, contract.logout, async ({ member }) => {
    await endSession(deps, member)
    return { message: 'You are logged out.' }
  })

  registerEndpoint(app, contract.register, async ({ body, request }) => ({
    email: await registerMember(deps, body, request.ip),
  }))

  registerEndpoint(app, contract.resendVerification, async ({ params, request }) => {
    await resendVerification(deps, params.email, request.ip)
    return { message: 'Verification email sent.' }
  })

  registerEndpoint(
    app,
    contract.verifyEmail,
    async ({ body: { token, sign_in: signIn, browser_key: browserKey }, request }) => {
      const verified = await verifyEmail(deps, { token, signIn, browserKey, ...getClientInfo(request) })
      return { message: 'Your email is verified.', ...toLinkReply(verified) }
    },
  )

  registerEndpoint(app, contract.forgotPassword, async ({ body, request }) => {
    await requestPasswordReset(deps, body, request.ip)
    return { message: 'If there is an account with this email, a link to choose a new password is on its way.' }
  })

  registerEndpoint(app, contract.resetPassword, async ({ body: { sign_in: signIn, ...chosen }, request }) => {
    const reset = await resetPassword(deps, chosen, { signIn, ...getClientInfo(request) })
    const way = reset.signedIn ? '' : ' You can log in with it now.'
    return { message: `Your password has been changed.${way}`, ...toLinkReply(reset) }
  })

  registerEndpoint(app, contract.readAccount, async ({ member }) => ({
    ...toAccountReply(await getAccount(deps, member.id)),
    new_email: await getPendingEmail(deps, member.id),
    role: member.role,
  }))
  registerEndpoint(app, contract.changeName, async ({ member, body }) =>
    toAccountReply(await changeName(deps, member.id, body)),
  )

  registerEndpoint(app, own.changePassword, async ({ member, body, request }) => {
    await changePassword(deps, member, body, request.ip)
    return { message: 'Your password is changed. All other devices are logged out.' }
  })

  registerEndpoint(app, own.requestEmailChange, async ({ member, body, request }) => {
    await requestEmailChange(deps, member, body.email, request.ip)
    return { message: `Open the link that we sent to ${cleanLogin(body.email)}. Until then nothing changes.` }
  })

  registerEndpoint(app, own.confirmEmail, async ({ body, request }) => {
    await confirmEmail(deps, body.token, request.ip)
    return { message: 'This is the email of your account now.' }
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
    return { message: 'That device is logged out.' }
  })

  registerEndpoint(app, own.logOutEverywhere, async ({ member, body: { with_this_one: withThisOne } }) => {
    const ended = await logOutEverywhere(deps, member, { withThisOne })
    return { ended, message: describeEndedSessions(ended, withThisOne) }
  })

  registerEndpoint(app, own.endSessionByLink, async ({ body, request }) => {
    const ended = await endSessionByLink(deps, body.token, request.ip)
    return { message: ended > 0 ? 'That device is logged out.' : 'That device was logged out already.' }
  })
}

function getClientInfo({ ip, headers }: FastifyRequest): { address: string; agent: string } {
  return { address: ip, agent: headers['user-agent'] ?? '' }
}

function toLoginReply(signedIn: SignInResult): EndpointReply<typeof contract.login> {
  return 'token' in signedIn ? signedIn : { second_factor: signedIn.secondFactor }
}

type LinkResult = { wayOn: string | undefined; username?: string; signedIn?: SignInResult }

function toLinkReply({ wayOn, username, signedIn }: LinkResult) {
  return { next: wayOn ?? null, ...(signedIn && { username, ...toLoginReply(signedIn) }) }
}

function describeEndedSessions(ended: number, withThisOne: boolean): string {
  if (withThisOne) return 'You are logged out on all your devices.'
  if (ended === 0) return 'You are logged in nowhere else.'
  return ended === 1 ? '1 other device is logged out.' : `${ended} other devices are logged out.`
}

function toAccountReply(account: Awaited<ReturnType<typeof getAccount>>): EndpointReply<typeof contract.changeName> {
  const { username, email, firstName, lastName, credentialsAfterName } = account
  return { username, email, first_name: firstName, last_name: lastName, credentials_after_name: credentialsAfterName }
}
