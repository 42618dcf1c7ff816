import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import * as contract from './two-factor.contract.ts'
import {
  beginAuthenticatorSetup,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from './two-factor.service.ts'
import { getFactors } from './two-factor-methods.service.ts'
import { addPasskey, beginPasskeyRegistration, removePasskey } from './passkeys.service.ts'

export function twoFactorRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract.readFactors, async ({ member }) => {
    const { codeSince, recoveryCodes, passkeys, arePasskeysOffered } = await getFactors(deps, member.id)
    return {
      code_since: codeSince?.toISOString() ?? null,
      recovery_codes_left: recoveryCodes,
      passkeys_offered: arePasskeysOffered,
      must_set_up: deps.config.mode === 'production' && member.role !== 'learner' && !member.hasFactor,
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        created: createdAt.toISOString(),
        last_used: lastUsedAt?.toISOString() ?? null,
      })),
    }
  })

  registerEndpoint(app, contract.beginAuthenticatorSetup, ({ member }) => beginAuthenticatorSetup(deps, member))

  registerEndpoint(app, contract.confirmAuthenticator, async ({ member, body }) => ({
    recovery_codes: await confirmAuthenticator(deps, member, body.code),
  }))

  registerEndpoint(app, contract.removeAuthenticator, async ({ member }) => {
    await removeAuthenticator(deps, member)
    return { message: 'Authenticator app removed. You no longer need a code from it to log in.' }
  })

  registerEndpoint(app, contract.renewRecoveryCodes, async ({ member }) => ({
    recovery_codes: await renewRecoveryCodes(deps, member),
  }))

  registerEndpoint(app, contract.beginPasskeyRegistration, ({ member }) => beginPasskeyRegistration(deps, member))

  registerEndpoint(app, contract.addPasskey, async ({ member, body }) => ({
    // The library's type doesn't allow fields that are explicitly undefined, so this needs a cast.
    recovery_codes: await addPasskey(deps, member, { ...body, response: body.response as RegistrationResponseJSON }),
  }))

  registerEndpoint(app, contract.removePasskey, async ({ member, body }) => {
    await removePasskey(deps, member, body.id)
    return { message: 'Passkey removed.' }
  })
}
