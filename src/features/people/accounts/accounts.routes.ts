import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { cleanLogin } from '#shared/login-name.ts'
import * as contract from './accounts.contract.ts'
import * as own from './own-account.contract.ts'
import { accountOf, changeName } from './accounts.service.ts'
import { askForEmailChange, confirmEmail, waitingEmail } from './email-change.service.ts'
import { resendVerification, verifyEmail } from './email-verification.service.ts'
import { endSessionByLink } from './new-device.service.ts'
import { endOwnSession, logOutEverywhere, sessionsOf } from './own-sessions.service.ts'
import { changePassword } from './password-change.service.ts'
import { askForPasswordReset, resetPassword } from './password-reset.service.ts'
import { registerMember } from './registration.service.ts'
import { endSession, signIn, type SignedIn } from './session.service.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, contract.login, async ({ body, request }) => {
    return shownOf(await signIn(deps, { ...body, ...whereFrom(request) }))
  })

  serve(app, contract.logout, async ({ member }) => {
    await endSession(deps, member)
    return { message: 'You are logged out.' }
  })

  serve(app, contract.register, async ({ body, request }) => ({
    email: await registerMember(deps, body, request.ip),
  }))

  serve(app, contract.resendVerification, async ({ params, request }) => {
    await resendVerification(deps, params.email, request.ip)
    return { message: 'Verification email sent.' }
  })

  serve(app, contract.verifyEmail, async ({ body: { token, sign_in: signIn, browser_key: browserKey }, request }) => {
    const verified = await verifyEmail(deps, { token, signIn, browserKey, ...whereFrom(request) })
    return { message: 'Your email is verified.', ...entered(verified) }
  })

  serve(app, contract.forgotPassword, async ({ body, request }) => {
    await askForPasswordReset(deps, body, request.ip)
    return { message: 'If there is an account with this email, a link to choose a new password is on its way.' }
  })

  serve(app, contract.resetPassword, async ({ body: { sign_in: signIn, ...chosen }, request }) => {
    const reset = await resetPassword(deps, chosen, { signIn, ...whereFrom(request) })
    const way = reset.signedIn ? '' : ' You can log in with it now.'
    return { message: `Your password has been changed.${way}`, ...entered(reset) }
  })

  serve(app, contract.readAccount, async ({ member }) => ({
    ...ownAccount(await accountOf(deps, member.id)),
    new_email: await waitingEmail(deps, member.id),
    role: member.role,
  }))
  serve(app, contract.changeName, async ({ member, body }) => ownAccount(await changeName(deps, member.id, body)))

  serve(app, own.changePassword, async ({ member, body, request }) => {
    await changePassword(deps, member, body, request.ip)
    return { message: 'Your password is changed. All other devices are logged out.' }
  })

  serve(app, own.askForEmail, async ({ member, body, request }) => {
    await askForEmailChange(deps, member, body.email, request.ip)
    return { message: `Open the link that we sent to ${cleanLogin(body.email)}. Until then nothing changes.` }
  })

  serve(app, own.confirmEmail, async ({ body, request }) => {
    await confirmEmail(deps, body.token, request.ip)
    return { message: 'This is the email of your account now.' }
  })

  serve(app, own.listSessions, async ({ member }) =>
    (await sessionsOf(deps, member)).map(({ lastUsed, isThisOne, ...session }) => ({
      ...session,
      last_used: lastUsed,
      is_this_one: isThisOne,
    })),
  )

  serve(app, own.endOneSession, async ({ member, params }) => {
    await endOwnSession(deps, member, params.id)
    return { message: 'That device is logged out.' }
  })

  serve(app, own.logOutEverywhere, async ({ member, body: { with_this_one: withThisOne } }) => {
    const ended = await logOutEverywhere(deps, member, { withThisOne })
    return { ended, message: endedInWords(ended, withThisOne) }
  })

  serve(app, own.endSessionByLink, async ({ body, request }) => {
    const ended = await endSessionByLink(deps, body.token, request.ip)
    return { message: ended > 0 ? 'That device is logged out.' : 'That device was logged out already.' }
  })
}

function whereFrom({ ip, headers }: FastifyRequest): { address: string; agent: string } {
  return { address: ip, agent: headers['user-agent'] ?? '' }
}

function shownOf(signedIn: SignedIn): ReplyOf<typeof contract.login> {
  return 'token' in signedIn ? signedIn : { second_factor: signedIn.secondFactor }
}

type ByLink = { wayOn: string | undefined; username?: string; signedIn?: SignedIn }

function entered({ wayOn, username, signedIn }: ByLink) {
  return { next: wayOn ?? null, ...(signedIn && { username, ...shownOf(signedIn) }) }
}

function endedInWords(ended: number, withThisOne: boolean): string {
  if (withThisOne) return 'You are logged out on all your devices.'
  if (ended === 0) return 'You are logged in nowhere else.'
  return ended === 1 ? '1 other device is logged out.' : `${ended} other devices are logged out.`
}

function ownAccount(account: Awaited<ReturnType<typeof accountOf>>): ReplyOf<typeof contract.changeName> {
  const { username, email, firstName, lastName, credentialsAfterName } = account
  return { username, email, first_name: firstName, last_name: lastName, credentials_after_name: credentialsAfterName }
}
