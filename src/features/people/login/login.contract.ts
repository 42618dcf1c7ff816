import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

// Field rules are in accounts/member-forms.rules.ts, which reports every invalid field at once, including database
// conflicts. Here texts only get a maximum length.
const text = (max: number) => z.string('Please enter text.').max(max, `Please use at most ${max} characters`)
const optionalText = (max: number) => text(max).default('')

const passwordText = 1_000
const tokenText = 200

const secondFactor = z.object({ token: z.string(), ways: z.array(z.enum(['code', 'passkey', 'recovery_code'])) })

/** Where to continue afterward. A path that is not one of our pages is ignored without an error. */
const next = z
  .string('Please enter text.')
  .max(2_000, 'Please use at most 2000 characters')
  .optional()
  .describe('A page of the academy to go on to, which is kept with the mailed link; what is none is forgotten.')

const browserKey = z
  .string('Please enter text.')
  .regex(/^[0-9a-f]{32}$/, 'Must be 32 hexadecimal digits.')
  .optional()

const signIn = z
  .boolean('Must be true or false.')
  .default(false)
  .describe('Whether the answer starts a session, as a login does.')

/** Fields added to the reply when an emailed link is used. */
const linkReply = {
  token: z
    .string()
    .optional()
    .describe('As of a login; only where `sign_in` was true and nothing more is to be shown.'),
  second_factor: secondFactor.optional().describe('As of a login, in place of `token`.'),
  username: z.string().optional().describe('Whose account `token` opens.'),
  next: z.string().nullable().default(null).describe('The page to go on to, if one was asked for.'),
}

export const login = endpoint({
  method: 'POST',
  url: '/Academy/api/login/',
  access: 'anyone',
  summary: 'Starts a session; the username field also takes the email address',
  description:
    'The token goes into the header `Authorization: Token {token}` of later calls and ends 30 days after its last use. An account whose address is not verified yet is told so, after its right password only. Where the account has a second factor, the answer has `second_factor` in place of `token`: its token goes with a code to `/Academy/api/login/second-factor/` within five minutes.',
  refuses: ['sign_in_failed', 'email_not_verified', 'account_locked', 'too_many_requests', 'busy'],
  body: z.strictObject({ username: text(320), password: text(passwordText) }),
  reply: z.object({
    token: z.string().optional(),
    second_factor: secondFactor.optional(),
  }),
  example: {
    body: { username: 'nora', password: 'lamp-at-midnight' },
    reply: { token: 'Jx0cVb3l5qk0y9n1rT8mZkQ2wE7uI4oP6aS5dF1gH2j' },
  },
})

export const logout = endpoint({
  method: 'POST',
  url: '/Academy/api/logout/',
  access: 'member',
  whileEnrolling: true,
  summary: 'Ends the session of the token that is sent',
  description: 'The token is worthless from then on, wherever it was kept.',
  reply: z.object({ message: z.string() }),
  example: { reply: { message: 'You are logged out.' } },
})

export const register = endpoint({
  method: 'POST',
  url: '/Academy/api/register/',
  access: 'anyone',
  summary: 'Makes an account and sends the verification mail',
  description:
    'A refusal names every failing field at once, each with its messages. `accept_terms` is optional: without it, the account is recorded as made with the terms only linked to; `false` is refused.',
  refuses: ['too_many_requests', 'busy'],
  body: z.strictObject({
    first_name: optionalText(1_000),
    last_name: optionalText(1_000),
    email: optionalText(1_000),
    username: optionalText(1_000),
    password: optionalText(passwordText),
    confirm_password: optionalText(passwordText),
    accept_terms: z.boolean('Must be true or false.').optional(),
    next,
    browser_key: browserKey.describe('Random. The browser sends it again when it uses the link in the email.'),
  }),
  reply: z.object({ email: z.string() }),
  fieldErrors: 'flat',
  example: {
    body: {
      first_name: 'Nora',
      last_name: 'Nightingale',
      email: 'nora@example.com',
      username: 'nora',
      password: 'lamp-at-midnight',
      confirm_password: 'lamp-at-midnight',
      accept_terms: true,
    },
    reply: { email: 'nora@example.com' },
  },
})

export const resendVerification = endpoint({
  method: 'POST',
  url: '/Academy/api/resend-verification/:email',
  access: 'anyone',
  summary: 'Sends the verification mail again, once in 45 seconds',
  description:
    "For an address that is verified the refusal carries `error: 'Already Verify'`; earlier than 45 seconds after the last mail it carries `retry_after`. An unknown address gets the ordinary answer.",
  refuses: ['invalid', 'already_verified', 'too_soon', 'too_many_requests'],
  params: z.strictObject({ email: text(320).describe('The address of the account, URL-encoded.') }),
  reply: z.object({ message: z.string() }),
  example: { params: { email: 'nora@example.com' }, reply: { message: 'Verification email sent.' } },
})

export const verifyEmail = endpoint({
  method: 'POST',
  url: '/Academy/api/verify-email/',
  access: 'anyone',
  summary: 'Verifies the email address to which the token was sent',
  description:
    'The token is the last part of the link in the mail. It works once and for 24 hours. With `sign_in` and the `browser_key` of the registration, verifying the address starts a session. Without the key it does not, because email scanners press buttons, too; a second link of the same account only answers. The refusal `already_verified` carries `next`, too.',
  refuses: ['already_verified'],
  body: z.strictObject({
    token: text(tokenText),
    sign_in: signIn,
    browser_key: browserKey.describe('The key of the registration. Without it no session is started.'),
  }),
  reply: z.object({ message: z.string(), ...linkReply }),
  example: {
    body: { token: 'b3l5qk0y9n1rT8mZkQ2wE7uI4oP6aS5dF1gH2jJx0cV', sign_in: false },
    reply: { message: 'Your email is verified.', next: '/Course/defense-medical-exam-training#buy' },
  },
})

export const forgotPassword = endpoint({
  method: 'POST',
  url: '/Academy/api/forgot-password/',
  access: 'anyone',
  summary: 'Sends a link for a new password when the address is known; the answer never tells whether it is',
  description: "The link in the mail works once. Whether the address is known can't be told from the answer.",
  refuses: ['too_many_requests'],
  body: z.strictObject({ email: optionalText(1_000), next }),
  reply: z.object({ message: z.string() }),
  fieldErrors: 'flat',
  example: {
    body: { email: 'nora@example.com' },
    reply: { message: 'If there’s an account with this email, we’ve sent it a link to choose a new password.' },
  },
})

export const resetPassword = endpoint({
  method: 'POST',
  url: '/Academy/api/reset-password/',
  access: 'anyone',
  summary: 'Sets a new password and ends all sessions',
  description:
    'Takes the token of the mailed link. Every session of the member ends; with `sign_in` another one starts.',
  refuses: ['too_many_requests', 'busy'],
  body: z.strictObject({
    token: text(tokenText),
    password: optionalText(passwordText),
    confirm_password: optionalText(passwordText),
    sign_in: signIn,
  }),
  reply: z.object({ message: z.string(), ...linkReply }),
  fieldErrors: 'flat',
  example: {
    body: {
      token: 'qk0y9n1rT8mZkQ2wE7uI4oP6aS5dF1gH2jJx0cVb3l5',
      password: 'scutari-1854-ward',
      confirm_password: 'scutari-1854-ward',
      sign_in: false,
    },
    reply: { message: 'Your password has been changed. You can now log in with it.', next: null },
  },
})
