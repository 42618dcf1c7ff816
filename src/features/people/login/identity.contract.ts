import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]*$/, 'Must be base64url.')
    .max(max)
const code = z.string('Please enter the code.').max(60, 'Please enter the 6-digit code from your app.')
const recoveryCode = z.string('Please enter the code.').max(120, 'Please enter one of your recovery codes.')

/** The value that `navigator.credentials.get` returned. Extensions are ignored. */
const Credential = z.strictObject({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  response: z.strictObject({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(200).optional(),
  }),
})

const SIGNED = {
  id: 'AbC1',
  rawId: 'AbC1',
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAA',
    signature: 'MEUCIQ',
    userHandle: 'NmE3Nw',
  },
}

const Options = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.number().optional(),
  userVerification: z.string().optional(),
  allowCredentials: z
    .array(z.object({ id: z.string(), type: z.string(), transports: z.array(z.string()).optional() }))
    .optional(),
})

const OPTIONS = {
  challenge: 'q2w3e4r5t6z7u8i9o0p1a2s3d4f5g6h7j8k9l0y1x2c',
  rpId: 'academy.example.com',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
}

const TOKEN = { token: 'Jx0cVb3l5qk0y9n1rT8mZkQ2wE7uI4oP6aS5dF1gH2j' }

export const finishLogin = endpoint({
  method: 'POST',
  url: '/Academy/api/login/second-factor/',
  access: 'anyone',
  summary: 'Complete a login with a second factor',
  description:
    'Takes the token from the login response, and `code` from the app or `recovery_code`. A wrong code counts like a wrong password. The token stays valid for its five minutes.',
  refuses: ['invalid', 'sign_in_failed', 'account_locked', 'too_many_requests'],
  body: z.strictObject({ token: z.string().max(200), code: code.optional(), recovery_code: recoveryCode.optional() }),
  reply: z.object({ token: z.string() }),
  example: { body: { token: 'b3l5qk0y9n1rT8mZkQ2wE7uI4oP6aS5dF1gH2jJx0cV', code: '492039' }, reply: TOKEN },
})

export const beginPasskeyLogin = endpoint({
  method: 'POST',
  url: '/Academy/api/login/passkey/options/',
  access: 'anyone',
  summary: 'Get the options for logging in with a passkey',
  description: 'For `navigator.credentials.get`. Works once, within five minutes.',
  refuses: ['invalid', 'too_many_requests'],
  reply: Options,
  example: { reply: OPTIONS },
})

export const signInByPasskey = endpoint({
  method: 'POST',
  url: '/Academy/api/login/passkey/',
  access: 'anyone',
  summary: 'Log in with a signed passkey challenge',
  description: 'Needs no other factor: a passkey already checks a fingerprint, a face, or a PIN.',
  refuses: ['invalid', 'sign_in_failed', 'email_not_verified', 'account_locked', 'too_many_requests'],
  body: z.strictObject({ response: Credential }),
  reply: z.object({ token: z.string() }),
  example: { body: { response: SIGNED }, reply: TOKEN },
})

export const readConfirmMethods = endpoint({
  method: 'GET',
  url: '/Academy/api/account/confirm/',
  access: 'member',
  whileEnrolling: true,
  summary: "List the ways to confirm the member's identity",
  description:
    'Sensitive calls fail with `confirm_identity` if the identity was not confirmed in the last ten minutes. The password is accepted only without a second factor.',
  reply: z.object({ ways: z.array(z.enum(['password', 'code', 'passkey', 'recovery_code'])) }),
  example: { reply: { ways: ['code', 'recovery_code'] } },
})

export const beginPasskeyConfirmation = endpoint({
  method: 'POST',
  url: '/Academy/api/account/confirm/options/',
  access: 'member',
  whileEnrolling: true,
  summary: "Get the options for confirming with one of the member's passkeys",
  description: 'For `navigator.credentials.get`. Works once, within five minutes, for this member.',
  refuses: ['invalid'],
  reply: Options,
  example: { reply: OPTIONS },
})

export const confirmIdentity = endpoint({
  method: 'POST',
  url: '/Academy/api/account/confirm/',
  access: 'member',
  whileEnrolling: true,
  summary: "Confirm the caller's identity for this session",
  description:
    'Takes exactly one of `password`, `code`, `recovery_code`, and `passkey`. Sensitive calls then work for ten minutes. A wrong one counts like a wrong password.',
  refuses: ['invalid', 'sign_in_failed', 'account_locked', 'too_many_requests', 'busy'],
  body: z.strictObject({
    password: z.string('Please enter your password.').max(1_000).optional(),
    code: code.optional(),
    recovery_code: recoveryCode.optional(),
    passkey: Credential.optional(),
  }),
  reply: z.object({ message: z.string() }),
  example: { body: { code: '492039' }, reply: { message: 'Thank you.' } },
})
