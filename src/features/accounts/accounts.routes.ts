import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import * as contract from './accounts.contract.ts'
import { accountOf, changeName } from './accounts.service.ts'
import { resendVerification, verifyEmail } from './email-verification.service.ts'
import { askForPasswordReset, resetPassword } from './password-reset.service.ts'
import { registerMember } from './registration.service.ts'
import { endSession, signIn } from './session.service.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, contract.login, async ({ body, request }) => ({
    token: await signIn(deps, { ...body, address: request.ip, agent: request.headers['user-agent'] ?? '' }),
  }))

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

  serve(app, contract.verifyEmail, async ({ body }) => {
    await verifyEmail(deps, body.token)
    return { message: 'Your email is verified.' }
  })

  serve(app, contract.forgotPassword, async ({ body, request }) => {
    await askForPasswordReset(deps, body.email, request.ip)
    return { message: 'If there is an account with this email, a link to choose a new password is on its way.' }
  })

  serve(app, contract.resetPassword, async ({ body, request }) => {
    await resetPassword(deps, body, request.ip)
    return { message: 'Your password has been changed. You can log in with it now.' }
  })

  serve(app, contract.readAccount, async ({ member }) => ownAccount(await accountOf(deps, member.id)))
  serve(app, contract.changeName, async ({ member, body }) => ownAccount(await changeName(deps, member.id, body)))
}

function ownAccount(account: Awaited<ReturnType<typeof accountOf>>): ReplyOf<typeof contract.readAccount> {
  const { username, email, firstName, lastName, credentialsAfterName } = account
  return { username, email, first_name: firstName, last_name: lastName, credentials_after_name: credentialsAfterName }
}
