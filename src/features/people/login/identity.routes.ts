import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import * as contract from './identity.contract.ts'
import {
  beginPasskeyConfirmation,
  beginPasskeyLogin,
  confirmIdentity,
  finishSignIn,
  type IdentityProof,
  signInByPasskey,
  getConfirmMethods,
} from './identity.service.ts'

export function identityRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract.finishLogin, async ({ body, request }) => {
    const { token, code, recovery_code: recoveryCode } = body
    return { token: await finishSignIn(deps, { token, code, recoveryCode }, getClientInfo(request)) }
  })

  registerEndpoint(app, contract.beginPasskeyLogin, ({ request }) => beginPasskeyLogin(deps, request.ip))

  registerEndpoint(app, contract.signInByPasskey, async ({ body, request }) => ({
    token: await signInByPasskey(deps, body.response as NonNullable<IdentityProof['passkey']>, getClientInfo(request)),
  }))

  registerEndpoint(app, contract.readConfirmMethods, async ({ member }) => ({
    ways: await getConfirmMethods(deps, member.id),
  }))

  registerEndpoint(app, contract.beginPasskeyConfirmation, ({ member }) => beginPasskeyConfirmation(deps, member))

  registerEndpoint(app, contract.confirmIdentity, async ({ member, body, request }) => {
    const { password, code, recovery_code: recoveryCode, passkey } = body
    const shown = { password, code, recoveryCode, passkey: passkey as IdentityProof['passkey'] }
    await confirmIdentity(deps, member, shown, request.ip)
    return { message: 'Thank you.' }
  })
}

function getClientInfo(request: FastifyRequest) {
  return { address: request.ip, agent: request.headers['user-agent'] ?? '' }
}
