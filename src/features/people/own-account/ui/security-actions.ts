import { makePasskey } from '#features/people/two-factor/ui/passkeys.ts'
import type {
  addPasskey,
  beginAuthenticatorSetup,
  beginPasskeyRegistration,
  confirmAuthenticator,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
} from '#features/people/two-factor/two-factor.contract.ts'
import { call } from '#web/client/api.ts'
import { confirmIdentity } from '#web/client/confirm-identity.ts'

export const securityActions = {
  confirmIdentity: () => confirmIdentity(),
  beginAuthenticator: () => call<typeof beginAuthenticatorSetup>('POST /Academy/api/account/factors/code/'),
  confirmAuthenticator: (code: string) =>
    call<typeof confirmAuthenticator>('POST /Academy/api/account/factors/code/confirm/', { body: { code } }),
  removeAuthenticator: () => call<typeof removeAuthenticator>('POST /Academy/api/account/factors/code/remove/'),
  addPasskey: async (name: string) => {
    const options = await call<typeof beginPasskeyRegistration>('POST /Academy/api/account/passkeys/options/')
    const made = await makePasskey(options)
    return call<typeof addPasskey>('POST /Academy/api/account/passkeys/', {
      body: { name: name.trim() || 'Passkey', response: { ...made, clientExtensionResults: {} } },
    })
  },
  removePasskey: (id: string) =>
    call<typeof removePasskey>('POST /Academy/api/account/passkeys/remove/', { body: { id } }),
  renewRecoveryCodes: () => call<typeof renewRecoveryCodes>('POST /Academy/api/account/factors/recovery-codes/'),
}
