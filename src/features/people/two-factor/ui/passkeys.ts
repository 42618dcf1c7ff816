import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { EndpointReply } from '#shared/endpoint.ts'
import { isHostName } from '#shared/host-name.ts'
import type { beginPasskeyRegistration } from '../two-factor.contract.ts'

/** Whether this browser supports passkeys on this host. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && isHostName(location.hostname)
}

/** Signs with a passkey in the browser. Rejects if the user cancels. */
export async function signWithPasskey(options: object) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
}

/** Creates a passkey in the browser. Rejects if the user cancels. */
export async function makePasskey(options: EndpointReply<typeof beginPasskeyRegistration>) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
}

/** Returns the message if no passkey was created or found, or undefined for other errors. */
export function describePasskeyError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (['NotAllowedError', 'AbortError', 'SecurityError', 'WebAuthnError'].includes(error.name))
    return 'No passkey was used. Try again, or choose another method.'
  return undefined
}
