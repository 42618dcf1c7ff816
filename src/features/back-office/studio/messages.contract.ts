import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { isDay } from '#shared/iso-dates.ts'
import { readDate } from '#shared/typed-dates.ts'
import { readAs } from '#shared/typed-schema.ts'
import { readTimeOfDay } from '#shared/typed-times.ts'
import { Done } from './orders.contract.ts'

// Messages from staff to learners.

const BODY_LIMIT = 64 * 1024
/** The limits are higher than when saving, so that the error says how long the text is. */
const text = { subject: z.string().max(1_000), body: z.string().max(30_000) }
const revision = z.int().describe('From the last response, so that changes of others are not overwritten.')

const MessageParams = z.strictObject({ id: z.uuid('Message not found.') })
const params = { id: '7d0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' }
const COURSE = '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'
const MEMBER = '5c0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'

const State = z.enum(['draft', 'scheduled', 'sending', 'sent', 'stopped'])
const Audience = z.enum(['member', 'group', 'course', 'lecture'])
const Totals = z.object({
  sent: z.int(),
  waiting: z.int(),
  failed: z.int().describe('Permanently rejected by a mail server.'),
  skipped: z.int().describe('Not sent, for example because the learner unsubscribed.'),
  stopped: z.int().describe('Of the skipped ones, those whose turn had not come when the message was stopped.'),
})

const line = {
  id: z.uuid(),
  state: State,
  audience: Audience,
  name: z.string().describe('The member, group, course, or lecture.'),
  course: z.string().describe('The course; empty for a member or a group.'),
  subject: z.string(),
  sender: z.string().describe('Who sent it, or changed it last.'),
  send_at: z.iso.datetime().nullable(),
  changed_at: z.iso.datetime(),
  totals: Totals,
}
const NO_TOTALS = { sent: 0, waiting: 0, failed: 0, skipped: 0, stopped: 0 }
const draft = {
  ...params,
  state: 'draft' as const,
  audience: 'course' as const,
  name: 'Reading a Medical Record',
  course: 'Reading a Medical Record',
  subject: 'Office hours on Friday',
  sender: 'Nora Night',
  send_at: null,
  changed_at: '2026-11-29T15:00:00.000Z',
  totals: NO_TOTALS,
}

export const listMessagePage = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/messages/',
  access: { may: 'message learners' },
  summary: 'List messages to learners',
  description: 'The last changed first, 20 at a time. `after` is the message to continue after.',
  body: z.strictObject({ state: State.nullable().default(null), after: z.uuid().nullable().default(null) }),
  reply: z.object({ messages: z.array(z.object(line)), is_more: z.boolean() }),
  example: { body: { state: null, after: null }, reply: { messages: [draft], is_more: false } },
})

export const writeMessage = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/messages/new/',
  access: { may: 'message learners' },
  summary: 'Start a message to learners',
  description:
    'To a member, a group, everyone who has a course, or learners who stopped at a lecture of a course. `id` is the member, the group, or the course. Returns the ID of a draft.',
  body: z.strictObject({ to: Audience, id: z.uuid(), lecture: z.uuid().nullable().default(null) }),
  reply: z.object({ id: z.uuid() }),
  example: { body: { to: 'course', id: COURSE, lecture: null }, reply: params },
})

export const readMessage = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/messages/:id/',
  access: { may: 'message learners' },
  summary: 'Get a message to learners',
  description: 'Its text, state, and figures. The preview contains a sample name.',
  params: MessageParams,
  reply: z.object({
    ...line,
    body: z.string().describe('Markdown with variables in braces.'),
    revision,
    reason: z.string().nullable().describe('Why it was stopped or is a draft again.'),
    missing: z.enum(['postal_address', 'mail_server']).nullable().describe('The setting that prevents sending.'),
    not_sent: z.array(z.string()).describe('How many did not get it, and why.'),
    started_at: z.iso.datetime().nullable(),
    ended_at: z.iso.datetime().nullable(),
    time_zone: z.string(),
    member: z.uuid().nullable().describe('The member, group, course, and lecture, if they still exist.'),
    group: z.uuid().nullable(),
    course_id: z.uuid().nullable(),
    variables: z.array(z.object({ name: z.string(), meaning: z.string() })),
    preview: z.object({ subject: z.string(), html: z.string() }),
    has_recipients: z.boolean().describe('Whether the list of recipients still exists.'),
  }),
  example: {
    params,
    reply: {
      ...draft,
      body: 'Hi {first_name},\n\nI answer questions about {course} on Friday.',
      revision: 2,
      reason: null,
      missing: null,
      not_sent: [],
      started_at: null,
      ended_at: null,
      time_zone: 'America/New_York',
      member: null,
      group: null,
      course_id: COURSE,
      variables: [{ name: 'first_name', meaning: 'The member’s first name' }],
      preview: { subject: 'Office hours on Friday', html: '<!DOCTYPE html>…' },
      has_recipients: true,
    },
  },
})

const typed = { subject: 'Office hours on Friday', body: 'Hi {first_name},\n\nI answer questions on Friday.' }

export const saveMessage = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/messages/:id/',
  access: { may: 'message learners' },
  summary: 'Save a draft of a message',
  description: 'The subject and text may still be empty.',
  refuses: ['busy', 'conflict'],
  bodyLimit: BODY_LIMIT,
  params: MessageParams,
  body: z.strictObject({ ...text, revision }),
  reply: Done.extend({ revision }),
  example: { params, body: { ...typed, revision: 2 }, reply: { message: 'Draft saved.', revision: 3 } },
})

export const deleteMessage = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/messages/:id/delete/',
  access: { may: 'message learners' },
  summary: 'Delete a draft of a message',
  description: 'Messages that were sent stay.',
  refuses: ['conflict'],
  params: MessageParams,
  body: z.strictObject({}),
  reply: Done,
  example: { params, body: {}, reply: { message: 'Draft deleted.' } },
})

export const copyAMessage = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/messages/:id/copy/',
  access: { may: 'message learners' },
  summary: 'Copy a message into a new draft',
  description: 'For the same recipients, as they are when it is sent.',
  params: MessageParams,
  body: z.strictObject({}),
  reply: z.object({ id: z.uuid() }),
  example: { params, body: {}, reply: params },
})

export const previewAMessage = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/messages/:id/preview/',
  access: { may: 'message learners' },
  summary: 'Preview a message',
  description: 'With a sample name. Stores nothing.',
  refuses: ['busy'],
  bodyLimit: BODY_LIMIT,
  params: MessageParams,
  body: z.strictObject(text),
  reply: z.object({ subject: z.string(), html: z.string() }),
  example: { params, body: typed, reply: { subject: typed.subject, html: '<!DOCTYPE html>…' } },
})

export const testMessage = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/messages/:id/test/',
  access: { may: 'message learners' },
  summary: 'Send a message to the caller as a test',
  description: 'With a sample name. Stores nothing.',
  refuses: ['busy', 'conflict', 'too_many_requests'],
  bodyLimit: BODY_LIMIT,
  params: MessageParams,
  body: z.strictObject(text),
  reply: Done,
  example: {
    params,
    body: typed,
    reply: { message: 'We’re sending it to nora@example.com. It should arrive within a minute.' },
  },
})

export const countMessage = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/messages/:id/count/',
  access: { may: 'message learners' },
  summary: 'Count who would get a message now',
  description: 'And how many would not, and why.',
  params: MessageParams,
  reply: z.object({ recipients: z.int(), not_sent: z.array(z.string()) }),
  example: { params, reply: { recipients: 143, not_sent: ['2 unsubscribed from these messages'] } },
})

const day = readAs(z.string('Enter a date.').min(1, 'Enter a date.'), readDate).refine(isDay, 'Enter a date.')
const time = readAs(z.string('Enter a time.').min(1, 'Enter a time.'), readTimeOfDay)

export const sendAMessage = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/messages/:id/send/',
  access: { may: 'message learners' },
  summary: 'Send a message now or later',
  description:
    'Saves the text first. The date and time are in the academy’s time zone; without them, sending starts now. A scheduled message can be changed in the same way, and the person who changes it becomes its sender. More than 100 recipients require the permission `message many learners`, and that the caller confirmed their identity within ten minutes. Recipients are resolved when sending starts.',
  refuses: ['busy', 'conflict', 'confirm_identity', 'forbidden'],
  bodyLimit: BODY_LIMIT,
  params: MessageParams,
  body: z.strictObject({ ...text, revision, later: z.strictObject({ day, time }).nullable() }),
  reply: Done.extend({ revision }),
  example: {
    params,
    body: { ...typed, revision: 3, later: { day: '2026-12-01', time: '09:00' } },
    reply: { message: 'Scheduled. 143 learners would get it as of now.', revision: 4 },
  },
})

export const cancelMessage = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/messages/:id/cancel/',
  access: { may: 'message learners' },
  summary: 'Make a draft of a scheduled message',
  description: 'It is then not sent.',
  refuses: ['conflict'],
  params: MessageParams,
  body: z.strictObject({}),
  reply: Done.extend({ revision }),
  example: { params, body: {}, reply: { message: 'Not scheduled anymore. It’s a draft again.', revision: 3 } },
})

export const stopMessage = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/messages/:id/stop/',
  access: { may: 'message learners' },
  summary: 'Stop sending a message',
  description: 'Learners who did not get it yet do not get it.',
  refuses: ['conflict'],
  params: MessageParams,
  body: z.strictObject({}),
  reply: Done,
  example: { params, body: {}, reply: { message: 'Stopped. No one else gets this message.' } },
})

const RecipientState = z.enum(['waiting', 'sent', 'skipped', 'failed'])

export const listMessageRecipients = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/messages/:id/recipients/',
  access: { may: 'message learners' },
  summary: 'List the recipients of a message',
  description:
    'From the start of sending until 90 days after its end, 20 at a time. `after` is the member to continue after.',
  params: MessageParams,
  body: z.strictObject({ state: RecipientState.nullable().default(null), after: z.uuid().nullable().default(null) }),
  reply: z.object({
    recipients: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        email: z.string(),
        state: RecipientState,
        reason: z.string().nullable().describe('Why they did not get it.'),
        when: z.iso.datetime(),
      }),
    ),
    is_more: z.boolean(),
  }),
  example: {
    params,
    body: { state: null, after: null },
    reply: {
      recipients: [
        {
          id: MEMBER,
          name: 'Nora Night',
          email: 'nora@example.com',
          state: 'sent',
          reason: null,
          when: '2026-11-29T15:00:00.000Z',
        },
      ],
      is_more: false,
    },
  },
})
