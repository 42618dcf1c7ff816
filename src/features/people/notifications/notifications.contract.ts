import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { DELIVERIES, EMAILED_NOTIFICATION_KINDS, EMAIL_KIND_NAMES, NOTIFICATION_KINDS } from './notifications.rules.ts'

const UNKNOWN_KIND = 'This kind of email doesn’t exist. Reload the page.'
const Kind = z.enum(EMAIL_KIND_NAMES, UNKNOWN_KIND)
const isOn = z.boolean('Must be true or false.')
const DeliverySchema = z.enum(DELIVERIES, 'Choose how often.')
const message = z.string()

const ID = 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11'
const unread = z.int().describe('How many are unread, up to 100.')

export const findNotifications = endpoint({
  method: 'POST',
  url: '/Academy/api/account/notices/',
  access: 'member',
  summary: "List the caller's notifications, newest first",
  description:
    '20 at a time. `after` is the notification to continue after. Unread notifications of one discussion are combined: the entry has their number and links to the first. Notifications are deleted after 180 days.',
  body: z.strictObject({ after: z.uuid('Notification not found.').nullable().default(null) }),
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
            'The current title of its discussion; null if there is none, or if the caller can no longer see it.',
          ),
        address: z.string().describe('A page of this site.'),
        day: z.iso.date().describe("In the academy's time zone."),
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
          words: 'Your certificate for Defense Medical Exam Training is ready.',
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
  summary: 'Mark a notification as read, and optionally all earlier ones',
  description:
    "Includes all notifications it combines. A repeated request, or one for a missing or someone else's notification, changes nothing.",
  body: z.strictObject({ id: z.uuid('Notification not found.'), and_before: z.boolean().default(false) }),
  reply: z.object({ unread }),
  example: { body: { id: ID, and_before: false }, reply: { unread: 0 } },
})

export const markShown = endpoint({
  method: 'POST',
  url: '/Academy/api/account/notices/discussion/',
  access: 'member',
  summary: "Mark a discussion's notifications as read, up to the last reply shown",
  description:
    'Notifications about replies after `number` stay unread. Without notifications of this discussion, nothing changes.',
  body: z.strictObject({
    discussion: z.uuid('Discussion not found.'),
    number: z.int('Must be a whole number.').min(0, 'Must be a whole number.').max(1e6, 'Reply not found.'),
  }),
  reply: z.object({ unread }),
  example: { body: { discussion: ID, number: 12 }, reply: { unread: 0 } },
})

export const listEmailKinds = endpoint({
  method: 'GET',
  url: '/Academy/api/account/mails/',
  access: 'member',
  summary: 'List the kinds of optional emails, and which the caller gets',
  description: 'Required emails are not listed: receipts, certificates, and account security.',
  reply: z.array(
    z.object({
      kind: Kind,
      label: z.string(),
      text: z.string(),
      is_on: z.boolean(),
      delivery: DeliverySchema.nullable().describe('How often it is emailed; null if it can only be on or off.'),
    }),
  ),
  example: {
    reply: [
      {
        kind: 'study-reminder',
        label: 'Study reminders',
        text: 'One email if you stop studying a course for a while.',
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
  summary: 'Unsubscribe from a kind of email, or subscribe again',
  description: 'Takes effect with the next email. A repeated request has no effect.',
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
  summary: 'Choose how often notifications are also emailed',
  description: 'Immediately, combined once a day or once a week, or never. Waiting emails follow the new choice.',
  body: z.strictObject({
    kind: z.enum(EMAILED_NOTIFICATION_KINDS, UNKNOWN_KIND),
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
  summary: 'Unsubscribe through the link in an email, without logging in',
  description:
    'The token is the last part of the link, which works as long as the account exists. Email programs use `POST /Leave/{token}` with the form `List-Unsubscribe=One-Click` (RFC 8058).',
  refuses: ['too_many_requests'],
  body: z.strictObject({
    token: z.string('Please enter text.').max(300, 'This link is invalid. Open it again from the email.'),
    is_on: isOn,
  }),
  reply: z.object({ message }),
  example: {
    body: { token: 'Q0tqv1mC0rB7n4PZc2o9JH6u3s5xkWdyaE8LgFh…', is_on: false },
    reply: { message: 'You won’t get study reminders anymore.' },
  },
})
