import { z } from 'zod'
import { OwnAccount } from '#features/people/accounts/accounts.contract.ts'
import { endpoint } from '#shared/endpoint.ts'

// These endpoints are for security settings of members and for emailed links. Fields follow the rules of the
// registration form.

const text = (max: number) =>
  z.string('Please enter text.').max(max, `Please use at most ${max.toLocaleString('en')} characters.`)
const optionalText = (max: number) => text(max).default('')

const passwordText = 1_000

const INVALID_LINK = 'This link is invalid. Open it again from the email.'
const emailedToken = z.string(INVALID_LINK).max(200, INVALID_LINK)

export const changeName = endpoint({
  method: 'POST',
  url: '/Academy/api/account/name/',
  access: 'member',
  summary: 'Change the name printed on certificates',
  description:
    'Printed on certificates issued later. Issued ones keep their name. Either a first or a last name is enough.',
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
  summary: 'Change the password and end all other sessions',
  description:
    'Requires the current password. A wrong one counts like a failed login. The current session continues. The member is notified by email.',
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
  summary: 'Request an email change, which takes effect when the emailed link is opened',
  description:
    'The current address is notified immediately. A new request cancels an earlier link. The response never reveals whether another account uses the address.',
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
  summary: 'Confirm an email change',
  description: 'The token is the last part of the emailed link. It works once, for 24 hours.',
  refuses: ['too_many_requests'],
  body: z.strictObject({ token: emailedToken }),
  reply: z.object({ message: z.string() }),
  example: {
    body: { token: 'l5qk0y9n1rT8mZkQ2wE7uI4oP6aS5dF1gH2jJx0cVb3' },
    reply: { message: 'Your email was changed.' },
  },
})

export const cancelEmailChange = endpoint({
  method: 'POST',
  url: '/Academy/api/account/email/cancel/',
  access: 'member',
  summary: 'Cancel a pending email change',
  description: 'The account keeps its current email, whether the member or staff requested the change.',
  reply: z.object({ message: z.string() }),
  example: { reply: { message: 'Change canceled. Your email is unchanged.' } },
})

export const keepEmail = endpoint({
  method: 'POST',
  url: '/Academy/api/keep-email/',
  access: 'anyone',
  summary: 'Cancel an email change that staff requested',
  description: 'The token is the last part of the link sent to the current address.',
  refuses: ['too_many_requests'],
  body: z.strictObject({ token: emailedToken }),
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
  summary: "List the member's sessions",
  description:
    'The current session first, then by last use. Device names come from the academy, and times are in its time zone. The last use is rounded to ten minutes.',
  reply: z.array(
    z.object({
      id: z.uuid(),
      device: z.string(),
      network: z.string(),
      begun: z.iso.datetime(),
      last_used: z.iso.datetime(),
      is_this_one: z.boolean(),
    }),
  ),
  example: {
    reply: [
      {
        id: '3f0c2a64-1d53-4a0e-9a53-6c1f0c1d2e77',
        device: 'Chrome on Android',
        network: '203.0.113.9',
        begun: '2026-11-21T14:43:00.000Z',
        last_used: '2026-11-22T12:10:00.000Z',
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
  summary: "End one of the member's sessions",
  description: 'Its token and the media addresses it got stop working at once.',
  refuses: ['not_found'],
  params: z.strictObject({ id: text(36).describe('The ID of a session in the list.') }),
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
  summary: "End all of the member's other sessions, or all including this one",
  description: 'Media addresses they got stop working at once.',
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
  summary: 'End the session named in a new-login email',
  description:
    'The token is the last part of the emailed link. It works once, for 7 days after that login, without logging in. Ends all sessions of that device at that location. The next login from there triggers another email.',
  refuses: ['too_many_requests'],
  body: z.strictObject({ token: emailedToken }),
  reply: z.object({ message: z.string() }),
  example: {
    body: { token: 'y9n1rT8mZkQ2wE7uI4oP6aS5dF1gH2jJx0cVb3l5qk0' },
    reply: { message: 'Device logged out.' },
  },
})
