import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isNamed } from '#shared/named-host.ts'
import type { askForNewPasskey } from '#features/people/two-factor/two-factor.contract.ts'
import type { askForPasskeyToSignIn } from '../identity.contract.ts'

/** Whether this browser, at this address, knows passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && isNamed(location.hostname)
}

/** Has the browser sign with a passkey. Fails where its user gives it up. */
export async function signWithPasskey(options: ReplyOf<typeof askForPasskeyToSignIn>) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
}

/** Has the browser make a passkey. Fails where its user gives it up. */
export async function makePasskey(options: ReplyOf<typeof askForNewPasskey>) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
}

/** What to tell when the browser made or found no passkey; undefined for other failures. */
export function passkeyFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'InvalidStateError') return 'There is a passkey for your account here already.'
  if (['NotAllowedError', 'AbortError', 'SecurityError', 'WebAuthnError'].includes(error.name))
    return 'No passkey was used. You can try again, or choose another way.'
  return undefined
}
