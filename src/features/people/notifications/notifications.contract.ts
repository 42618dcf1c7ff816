import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { DELIVERIES, EMAILED_NOTIFICATION_KINDS, EMAIL_KIND_NAMES, NOTIFICATION_KINDS } from './notifications.rules.ts'

const Kind = z.enum(EMAIL_KIND_NAMES, 'There is no such kind of mail.')
const isOn = z.boolean('Must be true or false.')
const DeliverySchema = z.enum(DELIVERIES, 'Please choose when.')
const message = z.string()

const ID = 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11'
const unread = z.int().describe('How many the caller has not read; 100 where there are as many or more.')

export const findNotifications = endpoint({
  method: 'POST',
  url: '/Academy/api/account/notices/',
  access: 'member',
  summary: 'What the caller was told, the newest first',
  description:
    'Twenty at a time; `after` goes on behind one. What is unread of one discussion is one: it says how many, and leads to the first of them. What is older than 180 days is gone.',
  body: z.strictObject({ after: z.uuid('There is no such notice.').nullable().default(null) }),
  reply: z.object({
    notices: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(NOTIFICATION_KINDS),
        words: z.string(),
        title: z
          .string()
          .nullable()
          .describe(
            'Of the discussion that it tells of, as it is now; null where it tells of none, or that can’t be read.',
          ),
        address: z.string().describe('Of a page of this site.'),
        day: z.iso.date().describe('In the time zone of the academy.'),
        is_read: z.boolean(),
      }),
    ),
    is_more: z.boolean(),
    unread,
  }),
  example: {
    body: { after: null },
    reply: {
      notices: [
        {
          id: ID,
          kind: 'certificate',
          words: 'Your certificate of Defense Medical Exam Training is ready.',
          title: null,
          address: '/Certificate/Q0tqv1mC0rB7n4PZc2o9JH6u3s4',
          day: '2026-11-22',
          is_read: false,
        },
      ],
      is_more: false,
      unread: 1,
    },
  },
})

export const markRead = endpoint({
  method: 'POST',
  url: '/Academy/api/account/notices/read/',
  access: 'member',
  summary: 'Marks a notice as read with all that it counts, and maybe what came before it',
  description: 'Saying it twice counts once, and one that is not the caller’s, or is gone, changes nothing.',
  body: z.strictObject({ id: z.uuid('There is no such notice.'), and_before: z.boolean().default(false) }),
  reply: z.object({ unread }),
  example: { body: { id: ID, and_before: false }, reply: { unread: 0 } },
})

export const markShown = endpoint({
  method: 'POST',
  url: '/Academy/api/account/notices/discussion/',
  access: 'member',
  summary: 'Marks as read what tells of a discussion, as far as it was shown',
  description:
    'What tells of a later reply than `number` stays unread. A discussion of which nothing is told changes nothing.',
  body: z.strictObject({
    discussion: z.uuid('There is no such discussion.'),
    number: z.int('Must be a whole number.').min(0, 'Must be a whole number.').max(1e6, 'There is no such reply.'),
  }),
  reply: z.object({ unread }),
  example: { body: { discussion: ID, number: 12 }, reply: { unread: 0 } },
})

export const listEmailKinds = endpoint({
  method: 'GET',
  url: '/Academy/api/account/mails/',
  access: 'member',
  summary: 'The kinds of mails that the caller can leave, and which he gets',
  description:
    'Mails that are owed are none of them: receipts, certificates, and what concerns the account and its security.',
  reply: z.array(
    z.object({
      kind: Kind,
      label: z.string(),
      text: z.string(),
      is_on: z.boolean(),
      delivery: DeliverySchema.nullable().describe('When it is mailed; null where there is only on and off.'),
    }),
  ),
  example: {
    reply: [
      {
        kind: 'study-reminder',
        label: 'Study reminders',
        text: 'When you have begun a course and not gone on for a while.',
        is_on: true,
        delivery: null,
      },
    ],
  },
})

export const setEmailPreference = endpoint({
  method: 'POST',
  url: '/Academy/api/account/mails/',
  access: 'member',
  summary: 'Leaves a kind of mails, or takes it again',
  description: 'Saying it twice counts once. It holds from the next mail on.',
  body: z.strictObject({ kind: Kind, is_on: isOn }),
  reply: z.object({ message }),
  example: {
    body: { kind: 'study-reminder', is_on: false },
    reply: { message: 'You won’t get study reminders anymore.' },
  },
})

export const setDelivery = endpoint({
  method: 'POST',
  url: '/Academy/api/account/mails/delivery/',
  access: 'member',
  summary: 'When what the caller is told at the bell is mailed, too',
  description:
    'At once, all of a day or of a week in one letter, or never. What is waiting to be mailed follows the new choice.',
  body: z.strictObject({
    kind: z.enum(EMAILED_NOTIFICATION_KINDS, 'There is no such kind of mail.'),
    delivery: DeliverySchema,
  }),
  reply: z.object({ message }),
  example: {
    body: { kind: 'reply', delivery: 'daily' },
    reply: { message: 'You’ll get emails about replies to your questions once a day.' },
  },
})

export const setEmailPreferenceByLink = endpoint({
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
    reply: { message: 'You won’t get study reminders anymore.' },
  },
})
