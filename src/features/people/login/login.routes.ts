import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import * as contract from './login.contract.ts'
import {
  checkVerificationLink,
  isRegistrationVerified,
  resendVerification,
  verifyEmail,
} from './verification.service.ts'
import { requestPasswordReset, resetPassword } from './password-reset.service.ts'
import { registerMember } from './registration.service.ts'
import { endSession } from '#features/people/accounts/sessions.public.ts'
import { signIn, type SignInResult } from './login.service.ts'

export function loginRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract.login, async ({ body, request }) => {
    return toLoginReply(await signIn(deps, { ...body, ...getClientInfo(request) }))
  })

  registerEndpoint(app, contract.logout, async ({ member }) => {
    await endSession(deps, member)
    return { message: 'You’re logged out.' }
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

  registerEndpoint(app, contract.checkVerificationLink, async ({ body: { token }, request }) => {
    await checkVerificationLink(deps, { token, address: request.ip })
    return { message: 'This link works.' }
  })

  registerEndpoint(app, contract.readVerification, async ({ body, request }) => ({
    is_verified: await isRegistrationVerified(deps, {
      email: body.email,
      browserKey: body.browser_key,
      address: request.ip,
    }),
  }))

  registerEndpoint(app, contract.forgotPassword, async ({ body, request }) => {
    await requestPasswordReset(deps, body, request.ip)
    return { message: 'If there’s an account with this email, we’ve sent a link to choose a new password.' }
  })

  registerEndpoint(app, contract.resetPassword, async ({ body: { sign_in: signIn, ...chosen }, request }) => {
    const reset = await resetPassword(deps, chosen, { signIn, ...getClientInfo(request) })
    const way = reset.signedIn ? '' : ' You can now log in with it.'
    return { message: `Your password has been changed.${way}`, ...toLinkReply(reset) }
  })
}

function getClientInfo({ ip, headers }: FastifyRequest): { address: string; agent: string } {
  return { address: ip, agent: headers['user-agent'] ?? '' }
}

function toLoginReply(signedIn: SignInResult): EndpointReply<typeof contract.login> {
  return 'token' in signedIn ? signedIn : { second_factor: signedIn.secondFactor }
}

type LinkResult = { returnTo: string | undefined; username?: string; signedIn?: SignInResult }

function toLinkReply({ returnTo, username, signedIn }: LinkResult) {
  return { next: returnTo ?? null, ...(signedIn && { username, ...toLoginReply(signedIn) }) }
}
