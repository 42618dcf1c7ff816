import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

// Here, texts have only a maximum length. The rules for fields are in accounts/member-forms.rules.ts, which reports all
// invalid fields at once, including conflicts with other accounts.
const text = (max: number) =>
  z.string('Please enter text.').max(max, `Please use at most ${max.toLocaleString('en')} characters.`)
const optionalText = (max: number) => text(max).default('')

const passwordText = 1_000

const INVALID_LINK = 'This link is invalid. Open it again from the email.'
const emailedToken = z.string(INVALID_LINK).max(200, INVALID_LINK)

const secondFactor = z.object({ token: z.string(), ways: z.array(z.enum(['code', 'passkey', 'recovery_code'])) })

/** Where to continue afterward. If it is not one of the academy's pages, it is ignored without an error. */
const next = z
  .string('Please enter text.')
  .max(2_000, 'Please use at most 2,000 characters.')
  .optional()
  .describe('A page of the academy to open afterward, stored with the emailed link; other addresses are ignored.')

const browserKey = z
  .string('Please enter text.')
  .regex(/^[0-9a-f]{32}$/, 'Must be 32 hexadecimal digits.')
  .optional()

const signIn = z
  .boolean('Must be true or false.')
  .default(false)
  .describe('Whether the response starts a session, as a login does.')

/** Fields that the response also has when an emailed link is used. */
const linkReply = {
  token: z.string().optional().describe('As for a login; only if `sign_in` was true and no second factor is needed.'),
  second_factor: secondFactor.optional().describe('As for a login, instead of `token`.'),
  username: z.string().optional().describe('The member whose account `token` opens.'),
  next: z.string().nullable().default(null).describe('The page to open afterward, if one was requested.'),
}

export const login = endpoint({
  method: 'POST',
  url: '/Academy/api/login/',
  access: 'anyone',
  summary: 'Log in; the username field also accepts the email address',
  description:
    'Send the token in the header `Authorization: Token {token}` of later calls. It ends 30 days after its last use. An unverified account is rejected with the reason, but only after its correct password. If the account has a second factor, the response has `second_factor` instead of `token`: send that token with a code to `/Academy/api/login/second-factor/` within five minutes.',
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
  summary: 'End the session',
  description: 'The token stops working at once.',
  reply: z.object({ message: z.string() }),
  example: { reply: { message: 'You’re logged out.' } },
})

export const register = endpoint({
  method: 'POST',
  url: '/Academy/api/register/',
  access: 'anyone',
  summary: 'Create an account and send the verification email',
  description:
    'An error response lists all failing fields, each with its messages. `accept_terms` is optional: without it, the account is recorded as created with only a link to the terms. `false` is rejected.',
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
  summary: 'Resend the verification email, at most once in 45 seconds',
  description:
    "If the address is already verified, the error response has `error: 'Already Verify'`. Within 45 seconds of the last email, it has `retry_after`. An unknown address gets the same response as a known one.",
  refuses: ['invalid', 'already_verified', 'too_soon', 'too_many_requests'],
  params: z.strictObject({ email: text(320).describe('The address of the account, URL-encoded.') }),
  reply: z.object({ message: z.string() }),
  example: { params: { email: 'nora@example.com' }, reply: { message: 'Verification email sent.' } },
})

export const verifyEmail = endpoint({
  method: 'POST',
  url: '/Academy/api/verify-email/',
  access: 'anyone',
  summary: 'Verify an email address',
  description:
    'The token is the last part of the emailed link. It works once, for 24 hours. With `sign_in` and the `browser_key` from the registration, verifying also starts a session. Without the key it does not, because email scanners follow links, too. A second link of the same account starts none. The error `already_verified` also has `next`.',
  refuses: ['already_verified', 'too_many_requests'],
  body: z.strictObject({
    token: emailedToken,
    sign_in: signIn,
    browser_key: browserKey.describe('The key from the registration. Without it, no session is started.'),
  }),
  reply: z.object({ message: z.string(), ...linkReply }),
  example: {
    body: { token: 'b3l5qk0y9n1rT8mZkQ2wE7uI4oP6aS5dF1gH2jJx0cV', sign_in: false },
    reply: { message: 'Your email is verified.', next: '/Course/defense-medical-exam-training#buy' },
  },
})

export const checkVerificationLink = endpoint({
  method: 'POST',
  url: '/Academy/api/verify-email/check/',
  access: 'anyone',
  summary: 'Check whether a verification link still works, without using it',
  description: 'Rejects a link as `/Academy/api/verify-email/` would.',
  refuses: ['already_verified', 'too_many_requests'],
  body: z.strictObject({ token: emailedToken }),
  reply: z.object({ message: z.string() }),
  example: {
    body: { token: 'b3l5qk0y9n1rT8mZkQ2wE7uI4oP6aS5dF1gH2jJx0cV' },
    reply: { message: 'This link works.' },
  },
})

export const readVerification = endpoint({
  method: 'POST',
  url: '/Academy/api/verify-email/status/',
  access: 'anyone',
  summary: 'Ask whether the address of a registration is verified',
  description:
    'For the page that waits after the registration. Without the `browser_key` of that registration, the response is always false.',
  refuses: ['too_many_requests'],
  body: z.strictObject({ email: text(320), browser_key: browserKey.unwrap() }),
  reply: z.object({ is_verified: z.boolean() }),
  example: {
    body: { email: 'nora@example.com', browser_key: '6f1c2f0e8f3b4a4b9a551f4b0f3f6a01' },
    reply: { is_verified: true },
  },
})

export const forgotPassword = endpoint({
  method: 'POST',
  url: '/Academy/api/forgot-password/',
  access: 'anyone',
  summary: 'Request a password reset link; the response never reveals whether the address is known',
  description: 'The emailed link works once.',
  refuses: ['too_many_requests'],
  body: z.strictObject({ email: optionalText(1_000), next }),
  reply: z.object({ message: z.string() }),
  fieldErrors: 'flat',
  example: {
    body: { email: 'nora@example.com' },
    reply: { message: 'If there’s an account with this email, we’ve sent a link to choose a new password.' },
  },
})

export const resetPassword = endpoint({
  method: 'POST',
  url: '/Academy/api/reset-password/',
  access: 'anyone',
  summary: 'Set a new password and end all sessions',
  description: 'Takes the token from the emailed link. All sessions of the member end. `sign_in` starts a new one.',
  refuses: ['too_many_requests', 'busy'],
  body: z.strictObject({
    token: emailedToken,
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
