import { z } from 'zod'
import { OwnAccount } from '#features/people/accounts/accounts.contract.ts'
import { endpoint } from '#shared/endpoint.ts'

// Members' security settings and emailed links. Fields follow the registration form's rules.

const text = (max: number) => z.string('Please enter text.').max(max, `Please use at most ${max} characters`)
const optionalText = (max: number) => text(max).default('')

const passwordText = 1_000
const tokenText = 200

export const changeName = endpoint({
  method: 'POST',
  url: '/Academy/api/account/name/',
  access: 'member',
  summary: 'Changes the name that certificates carry',
  description:
    'Printed on certificates that are issued later; those issued before keep their name. One of first and last name is enough.',
  body: z.strictObject({
    first_name: optionalText(1_000),
    last_name: optionalText(1_000),
    credentials_after_name: optionalText(1_000),
  }),
  reply: OwnAccount,
  example: {
    body: { first_name: 'Nora', last_name: 'Nightingale', credentials_after_name: 'RN' },
    reply: {
      username: 'nora',
      email: 'nora@example.com',
      first_name: 'Nora',
      last_name: 'Nightingale',
      credentials_after_name: 'RN',
    },
  },
})

export const changePassword = endpoint({
  method: 'POST',
  url: '/Academy/api/account/password/',
  access: 'member',
  summary: 'Changes the password and ends all other sessions',
  description:
    'Needs the present password; a wrong one counts as a wrong login does. The session that calls goes on. A mail tells the member.',
  refuses: ['too_many_requests', 'busy'],
  body: z.strictObject({
    current_password: optionalText(passwordText),
    password: optionalText(passwordText),
    confirm_password: optionalText(passwordText),
  }),
  reply: z.object({ message: z.string() }),
  fieldErrors: 'flat',
  example: {
    body: {
      current_password: 'lamp-at-midnight',
      password: 'scutari-1854-ward',
      confirm_password: 'scutari-1854-ward',
    },
    reply: { message: 'Password changed. All other devices were logged out.' },
  },
})

export const requestEmailChange = endpoint({
  method: 'POST',
  url: '/Academy/api/account/email/',
  access: 'member',
  stepUp: true,
  summary: 'Sends a link to a new email address, which becomes the account’s when the link is confirmed',
  description:
    'The present address is told at once. A newer wish makes the older link worthless. The answer never tells whether another account has the address.',
  refuses: ['too_many_requests'],
  body: z.strictObject({ email: optionalText(1_000) }),
  reply: z.object({ message: z.string() }),
  fieldErrors: 'flat',
  example: {
    body: { email: 'nora@hospital.example.com' },
    reply: { message: 'Open the link we sent to nora@hospital.example.com. Nothing changes until then.' },
  },
})

export const confirmEmail = endpoint({
  method: 'POST',
  url: '/Academy/api/confirm-email/',
  access: 'anyone',
  summary: 'Makes the email address to which the token was sent the account’s',
  description: 'The token is the last part of the link in the mail. It works once and for 24 hours.',
  refuses: ['too_many_requests'],
  body: z.strictObject({ token: text(tokenText) }),
  reply: z.object({ message: z.string() }),
  example: {
    body: { token: 'l5qk0y9n1rT8mZkQ2wE7uI4oP6aS5dF1gH2jJx0cVb3' },
    reply: { message: 'This is the email of your account now.' },
  },
})

export const cancelEmailChange = endpoint({
  method: 'POST',
  url: '/Academy/api/account/email/cancel/',
  access: 'member',
  summary: 'Cancels a pending email change',
  description: 'The account keeps its current email, whether the member or staff requested the change.',
  reply: z.object({ message: z.string() }),
  example: { reply: { message: 'Change canceled. Your email is unchanged.' } },
})

export const keepEmail = endpoint({
  method: 'POST',
  url: '/Academy/api/keep-email/',
  access: 'anyone',
  summary: 'Cancels an email change that staff requested',
  description: 'The token is the last part of the link that was sent to the current email.',
  refuses: ['too_many_requests'],
  body: z.strictObject({ token: text(tokenText) }),
  reply: z.object({ message: z.string() }),
  example: {
    body: { token: '0d7e2a5b9c4f1836e5d2a7b0c9f8e1d4a3b6c5d8e7f0a1b2c3d4e5f60718293a' },
    reply: { message: 'Change canceled. Your email is unchanged.' },
  },
})

export const listSessions = endpoint({
  method: 'GET',
  url: '/Academy/api/account/sessions/',
  access: 'member',
  summary: 'Where the member is logged in',
  description:
    'The session that calls comes first, then the one that was used last. Devices are in words of the academy, times in its time zone; the last use is told to ten minutes.',
  reply: z.array(
    z.object({
      id: z.uuid(),
      device: z.string(),
      network: z.string(),
      begun: z.string(),
      last_used: z.string(),
      is_this_one: z.boolean(),
    }),
  ),
  example: {
    reply: [
      {
        id: '3f0c2a64-1d53-4a0e-9a53-6c1f0c1d2e77',
        device: 'Chrome on Android',
        network: '203.0.113.9',
        begun: 'November 21, 2026 at 9:43 AM EST',
        last_used: 'November 22, 2026 at 7:10 AM EST',
        is_this_one: true,
      },
    ],
  },
})

export const endOneSession = endpoint({
  method: 'POST',
  url: '/Academy/api/account/sessions/:id/end/',
  access: 'member',
  stepUp: true,
  summary: 'Ends one of the member’s sessions',
  description: 'Its token is worthless from then on, and addresses of media that it was given open nothing.',
  refuses: ['not_found'],
  params: z.strictObject({ id: text(36).describe('The id of a session in the list.') }),
  reply: z.object({ message: z.string() }),
  example: {
    params: { id: '3f0c2a64-1d53-4a0e-9a53-6c1f0c1d2e77' },
    reply: { message: 'Device logged out.' },
  },
})

export const logOutEverywhere = endpoint({
  method: 'POST',
  url: '/Academy/api/account/log-out-everywhere/',
  access: 'member',
  stepUp: true,
  summary: 'Ends all of the member’s sessions but this one, or with it',
  description: 'Addresses of media that they were given open nothing from then on.',
  body: z.strictObject({ with_this_one: z.boolean('Must be true or false.').default(false) }),
  reply: z.object({ ended: z.int(), message: z.string() }),
  example: {
    body: { with_this_one: false },
    reply: { ended: 2, message: '2 other devices logged out.' },
  },
})

export const endSessionByLink = endpoint({
  method: 'POST',
  url: '/Academy/api/end-session/',
  access: 'anyone',
  summary: 'Ends all sessions from the place and device that a mail about a new login tells of',
  description:
    'The token is the last part of the link in the mail. It works once, for 7 days after that login, and needs no login. The next login from there is mailed again.',
  refuses: ['too_many_requests'],
  body: z.strictObject({ token: text(tokenText) }),
  reply: z.object({ message: z.string() }),
  example: {
    body: { token: 'y9n1rT8mZkQ2wE7uI4oP6aS5dF1gH2jJx0cVb3l5qk0' },
    reply: { message: 'Device logged out.' },
  },
})
