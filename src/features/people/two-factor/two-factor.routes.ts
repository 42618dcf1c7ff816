import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import * as contract from './two-factor.contract.ts'
import { beginCode, confirmCode, removeCode, renewRecoveryCodes } from './authenticator-codes.service.ts'
import { factorsOf } from './two-factor.service.ts'
import { addPasskey, askForNewPasskey, removePasskey } from './passkeys.service.ts'

export function factorRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, contract.readFactors, async ({ member }) => {
    const { codeSince, recoveryCodes, passkeys, arePasskeysOffered } = await factorsOf(deps, member.id)
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

  serve(app, contract.beginCode, ({ member }) => beginCode(deps, member))

  serve(app, contract.confirmCode, async ({ member, body }) => ({
    recovery_codes: await confirmCode(deps, member, body.code),
  }))

  serve(app, contract.removeCode, async ({ member }) => {
    await removeCode(deps, member)
    return { message: 'No code is asked for any more.' }
  })

  serve(app, contract.renewRecoveryCodes, async ({ member }) => ({
    recovery_codes: await renewRecoveryCodes(deps, member),
  }))

  serve(app, contract.askForNewPasskey, ({ member }) => askForNewPasskey(deps, member))

  serve(app, contract.addPasskey, async ({ member, body }) => ({
    // The library's types know no field that is there and undefined.
    recovery_codes: await addPasskey(deps, member, { ...body, response: body.response as RegistrationResponseJSON }),
  }))

  serve(app, contract.removePasskey, async ({ member, body }) => {
    await removePasskey(deps, member, body.id)
    return { message: 'The passkey is removed.' }
  })
}
