import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { NOTICE_KINDS } from './notices.rules.ts'

const Kind = z.enum(NOTICE_KINDS, 'There is no such kind of mail.')
const isOn = z.boolean('Please send true or false.')
const message = z.string()

export const listNotices = endpoint({
  method: 'GET',
  url: '/Academy/api/account/notices/',
  access: 'member',
  summary: 'The kinds of mails that the caller can leave, and which he gets',
  description:
    'Mails that are owed are none of them: receipts, certificates, and what concerns the account and its security.',
  reply: z.array(z.object({ kind: Kind, label: z.string(), text: z.string(), is_on: z.boolean() })),
  example: {
    reply: [
      {
        kind: 'study-reminder',
        label: 'Study reminders',
        text: 'When you have begun a course and not gone on for a while.',
        is_on: true,
      },
    ],
  },
})

export const chooseNotice = endpoint({
  method: 'POST',
  url: '/Academy/api/account/notices/',
  access: 'member',
  summary: 'Leaves a kind of mails, or takes it again',
  description: 'Saying it twice counts once. It holds from the next mail on.',
  body: z.strictObject({ kind: Kind, is_on: isOn }),
  reply: z.object({ message }),
  example: {
    body: { kind: 'study-reminder', is_on: false },
    reply: { message: 'You get no more study reminders.' },
  },
})

export const chooseByLink = endpoint({
  method: 'POST',
  url: '/Academy/api/leave/',
  access: 'anyone',
  summary: 'The same by the link in such a mail, without a login',
  description:
    'The token is the last part of the link, which works as long as the account exists. Mail programs press it by `POST /Leave/{token}` with the form `List-Unsubscribe=One-Click` (RFC 8058).',
  refuses: ['too_many_requests'],
  body: z.strictObject({ token: z.string('Please enter text.').max(300, 'This is no such link.'), is_on: isOn }),
  reply: z.object({ message }),
  example: {
    body: { token: 'Q0tqv1mC0rB7n4PZc2o9JH6u3s5xkWdyaE8LgFh…', is_on: false },
    reply: { message: 'You get no more study reminders.' },
  },
})
