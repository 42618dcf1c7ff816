import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

// What the fields must hold is the form's business (registration.rules.ts): there every failing field is told at once,
// those of the database included. Here is only that they are texts of a bearable length.
const text = (max: number) => z.string('Please enter text.').max(max, `Please use at most ${max} characters`)
const optionalText = (max: number) => text(max).default('')

const passwordText = 1_000
const tokenText = 200

export const login = endpoint({
  method: 'POST',
  url: '/Academy/api/login/',
  access: 'anyone',
  summary: 'Starts a session; the username field also takes the e-mail address',
  body: z.strictObject({ username: text(320), password: text(passwordText) }),
  reply: z.object({ token: z.string() }),
})

export const logout = endpoint({
  method: 'POST',
  url: '/Academy/api/logout/',
  access: 'member',
  summary: 'Ends the session of the token that is sent',
  reply: z.object({ message: z.string() }),
})

export const register = endpoint({
  method: 'POST',
  url: '/Academy/api/register/',
  access: 'anyone',
  summary: 'Makes an account and sends the verification mail',
  body: z.strictObject({
    first_name: optionalText(1_000),
    last_name: optionalText(1_000),
    email: optionalText(1_000),
    username: optionalText(1_000),
    password: optionalText(passwordText),
    confirm_password: optionalText(passwordText),
    accept_terms: z.boolean('Please send true or false.').optional(),
  }),
  reply: z.object({ email: z.string() }),
  fieldErrors: 'flat',
})

export const resendVerification = endpoint({
  method: 'POST',
  url: '/Academy/api/resend-verification/:email',
  access: 'anyone',
  summary: 'Sends the verification mail again, once in 45 seconds',
  params: z.strictObject({ email: text(320) }),
  reply: z.object({ message: z.string() }),
})

export const verifyEmail = endpoint({
  method: 'POST',
  url: '/Academy/api/verify-email/',
  access: 'anyone',
  summary: 'Verifies the e-mail address to which the token was sent',
  body: z.strictObject({ token: text(tokenText) }),
  reply: z.object({ message: z.string() }),
})

export const forgotPassword = endpoint({
  method: 'POST',
  url: '/Academy/api/forgot-password/',
  access: 'anyone',
  summary: 'Sends a link for a new password when the address is known; the answer never tells whether it is',
  body: z.strictObject({ email: optionalText(1_000) }),
  reply: z.object({ message: z.string() }),
  fieldErrors: 'flat',
})

export const resetPassword = endpoint({
  method: 'POST',
  url: '/Academy/api/reset-password/',
  access: 'anyone',
  summary: 'Sets a new password and ends all sessions',
  body: z.strictObject({
    token: text(tokenText),
    password: optionalText(passwordText),
    confirm_password: optionalText(passwordText),
  }),
  reply: z.object({ message: z.string() }),
  fieldErrors: 'flat',
})

const Account = z.object({
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  credentials_after_name: z.string(),
})

export const readAccount = endpoint({
  method: 'GET',
  url: '/Academy/api/account/',
  access: 'member',
  summary: "The member's own names and addresses",
  reply: Account,
})

export const changeName = endpoint({
  method: 'POST',
  url: '/Academy/api/account/name/',
  access: 'member',
  summary: 'Changes the name that certificates carry',
  body: z.strictObject({
    first_name: optionalText(1_000),
    last_name: optionalText(1_000),
    credentials_after_name: optionalText(1_000),
  }),
  reply: Account,
})
