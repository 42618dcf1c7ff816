import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import * as contract from './identity.contract.ts'
import {
  askForPasskeyToConfirm,
  askForPasskeyToSignIn,
  confirmIdentity,
  finishSignIn,
  type Shown,
  signInByPasskey,
  waysToConfirm,
} from './identity.service.ts'

/** How somebody shows who he is, beside the password with which he logs in. */
export function identityRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, contract.finishLogin, async ({ body, request }) => {
    const { token, code, recovery_code: recoveryCode } = body
    return { token: await finishSignIn(deps, { token, code, recoveryCode }, fromOf(request)) }
  })

  serve(app, contract.askForPasskeyToSignIn, ({ request }) => askForPasskeyToSignIn(deps, request.ip))

  serve(app, contract.signInByPasskey, async ({ body, request }) => ({
    token: await signInByPasskey(deps, body.response as NonNullable<Shown['passkey']>, fromOf(request)),
  }))

  serve(app, contract.readWaysToConfirm, async ({ member }) => ({ ways: await waysToConfirm(deps, member.id) }))

  serve(app, contract.askForPasskeyToConfirm, ({ member }) => askForPasskeyToConfirm(deps, member))

  serve(app, contract.confirmIdentity, async ({ member, body, request }) => {
    const { password, code, recovery_code: recoveryCode, passkey } = body
    const shown = { password, code, recoveryCode, passkey: passkey as Shown['passkey'] }
    await confirmIdentity(deps, member, shown, request.ip)
    return { message: 'Thank you.' }
  })
}

function fromOf(request: FastifyRequest) {
  return { address: request.ip, agent: request.headers['user-agent'] ?? '' }
}
