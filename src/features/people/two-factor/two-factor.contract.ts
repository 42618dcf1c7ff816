import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const RECOVERY = z.array(z.string())
const NEW_CODES = [
  'MZXW-6YTB-OI3D-KNRQ',
  'GEZD-GNBV-GY3T-QOJQ',
  'ONSW-G4TF-OQ2D-IMZS',
  'JBSW-Y3DP-EHPK-3PXP',
  'KRUG-KIDR-OVUW-G2ZA',
  'MJZG-653O-EBTG-66BA',
  'NJ2W-24DT-EBXX-MZLS',
  'ORUG-KIDM-MF5H-SIDE',
  'N5TS-4LRO-FYXC-4LRO',
  'PFXX-KIDB-OJSS-A2LO',
]
const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]*$/, 'Must be base64url.')
    .max(max)

export const readFactors = endpoint({
  method: 'GET',
  url: '/Academy/api/account/factors/',
  access: 'member',
  whileEnrolling: true,
  summary: "List the member's second factors",
  description:
    '`code_since` is null without an authenticator app. `must_set_up` means the account must set up a second factor, or confirm one in this session, before it can do anything else. Passkeys are available if the academy has a domain name.',
  reply: z.object({
    code_since: z.string().nullable(),
    recovery_codes_left: z.number(),
    passkeys_offered: z.boolean(),
    must_set_up: z.boolean(),
    passkeys: z.array(
      z.object({ id: z.string(), name: z.string(), created: z.string(), last_used: z.string().nullable() }),
    ),
  }),
  example: {
    reply: {
      code_since: '2026-11-22T08:30:00.000Z',
      recovery_codes_left: 9,
      passkeys_offered: true,
      must_set_up: false,
      passkeys: [{ id: 'AbC1', name: 'My phone', created: '2026-11-22T08:40:00.000Z', last_used: null }],
    },
  },
})

export const beginAuthenticatorSetup = endpoint({
  method: 'POST',
  url: '/Academy/api/account/factors/code/',
  access: 'member',
  stepUp: true,
  whileEnrolling: true,
  summary: 'Start setting up an authenticator app: its key and QR code',
  description:
    'Takes effect with the first code. A repeated request creates a new key. `picture` is an SVG as a data address, for apps to scan. `key` is for typing.',
  refuses: ['invalid'],
  reply: z.object({ key: z.string(), address: z.string(), picture: z.string() }),
  example: {
    reply: {
      key: 'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP',
      address: 'otpauth://totp/Academy:nora?issuer=Academy&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      picture: 'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=',
    },
  },
})

export const confirmAuthenticator = endpoint({
  method: 'POST',
  url: '/Academy/api/account/factors/code/confirm/',
  access: 'member',
  stepUp: true,
  whileEnrolling: true,
  summary: 'Turn on the authenticator app with its first code',
  description:
    'Returns ten recovery codes, which are shown only once. Each works once instead of a code. The session then counts as confirmed with a second factor.',
  refuses: ['invalid'],
  body: z.strictObject({
    code: z.string('Please enter the code.').max(60, 'Please enter the 6-digit code from your app.'),
  }),
  reply: z.object({ recovery_codes: RECOVERY }),
  example: { body: { code: '492039' }, reply: { recovery_codes: NEW_CODES } },
})

export const removeAuthenticator = endpoint({
  method: 'POST',
  url: '/Academy/api/account/factors/code/remove/',
  access: 'member',
  stepUp: true,
  summary: 'Remove the authenticator app',
  description: 'Also removes the recovery codes, unless there is a passkey.',
  refuses: ['invalid'],
  reply: z.object({ message: z.string() }),
  example: { reply: { message: 'Authenticator app removed. You no longer need a code from it to log in.' } },
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  url: '/Academy/api/account/factors/recovery-codes/',
  access: 'member',
  stepUp: true,
  summary: 'Create ten new recovery codes, which replace the old ones',
  description: 'Shown only once. Only for members with an app or a passkey.',
  refuses: ['invalid'],
  reply: z.object({ recovery_codes: RECOVERY }),
  example: { reply: { recovery_codes: NEW_CODES } },
})

export const beginPasskeyRegistration = endpoint({
  method: 'POST',
  url: '/Academy/api/account/passkeys/options/',
  access: 'member',
  stepUp: true,
  whileEnrolling: true,
  summary: 'Get the options for creating a passkey',
  description: 'For `navigator.credentials.create`. Works once, within five minutes, for this member.',
  refuses: ['invalid'],
  reply: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string().optional(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.string() })),
    timeout: z.number().optional(),
    attestation: z.string().optional(),
    excludeCredentials: z
      .array(z.object({ id: z.string(), type: z.string(), transports: z.array(z.string()).optional() }))
      .optional(),
    authenticatorSelection: z
      .object({
        residentKey: z.string().optional(),
        requireResidentKey: z.boolean().optional(),
        userVerification: z.string().optional(),
      })
      .optional(),
    extensions: z.object({ credProps: z.boolean().optional() }).optional(),
  }),
  example: {
    reply: {
      challenge: 'q2w3e4r5t6z7u8i9o0p1a2s3d4f5g6h7j8k9l0y1x2c',
      rp: { id: 'academy.example.com', name: 'Legal Nurse Academy' },
      user: { id: 'NmE3Nw', name: 'nora', displayName: '' },
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      extensions: { credProps: true },
    },
  },
})

/** The value that `navigator.credentials.create` returned. Extensions are ignored. */
const NewCredential = z.strictObject({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  response: z.strictObject({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(8_000),
    authenticatorData: base64url(4_000).optional(),
    publicKey: base64url(4_000).optional(),
    publicKeyAlgorithm: z.number().optional(),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})

export const addPasskey = endpoint({
  method: 'POST',
  url: '/Academy/api/account/passkeys/',
  access: 'member',
  stepUp: true,
  whileEnrolling: true,
  summary: 'Add a passkey created by the browser',
  description:
    'Returns recovery codes if the member has none yet. The session then counts as confirmed with a second factor.',
  refuses: ['invalid', 'sign_in_failed'],
  body: z.strictObject({
    name: z.string().trim().min(1, 'Please enter a name.').max(60, 'Please use at most 60 characters.'),
    response: NewCredential,
  }),
  reply: z.object({ recovery_codes: RECOVERY }),
  example: {
    body: {
      name: 'My phone',
      response: {
        id: 'AbC1',
        rawId: 'AbC1',
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ' },
      },
    },
    reply: { recovery_codes: NEW_CODES },
  },
})

export const removePasskey = endpoint({
  method: 'POST',
  url: '/Academy/api/account/passkeys/remove/',
  access: 'member',
  stepUp: true,
  summary: 'Remove a passkey, which then no longer works',
  description: 'The copy in the browser or phone must be deleted there.',
  refuses: ['not_found'],
  body: z.strictObject({ id: base64url(1_400) }),
  reply: z.object({ message: z.string() }),
  example: { body: { id: 'AbC1' }, reply: { message: 'Passkey removed.' } },
})
