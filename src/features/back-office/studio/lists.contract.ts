import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, sort } from './orders.contract.ts'

// Lists linked from Today without their own menu item.

const after = z.uuid().nullable().default(null)

const Attempt = z.object({
  id: z.uuid(),
  date: z.string().describe('To the minute, in the time zone of the academy.'),
  item: z.string(),
  score: z.string().describe('"9 of 10"'),
  is_passed: z.boolean(),
  member: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Null where the member was erased.'),
})

const attemptFilters = {
  result: z.enum(['passed', 'failed']).nullable().default(null),
  since: day,
  until: day,
  sort,
}
const emailFilters = { since: day, until: day, sort }

export const exportAttempts = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/attempts/file/',
  access: { may: 'export lists' },
  summary: 'Attempts as the list shows them, as CSV',
  description: 'All pages in the same order. It names members, and is recorded in the log.',
  body: z.strictObject(attemptFilters),
  reply: { file: 'text/csv' },
  example: { body: { result: 'passed', since: '2026-10-25', until: '2026-11-23', sort: 'newest' } },
})

export const exportFailedEmails = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/mails/file/',
  access: { may: 'export lists' },
  summary: 'Failed emails as the list shows them, as CSV',
  description: 'All pages in the same order. It names members, and is recorded in the log.',
  body: z.strictObject(emailFilters),
  reply: { file: 'text/csv' },
  example: { body: { since: '2026-10-25', until: null, sort: 'newest' } },
})

export const findAttempts = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/attempts/',
  access: { may: 'see members' },
  summary: 'Attempts at examinations',
  description: 'Those that the server counted. Twenty at a time; `after` goes on behind one.',
  body: z.strictObject({ ...attemptFilters, after }),
  reply: z.object({
    attempts: z.array(Attempt),
    is_more: z.boolean(),
    count: z.object({ passed: z.int(), failed: z.int() }).describe('On these days.'),
  }),
  example: {
    body: { result: 'passed', since: '2026-10-25', until: '2026-11-23', sort: 'newest', after: null },
    reply: {
      attempts: [
        {
          id: '7d0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
          date: '2026-11-22 10:00 EST',
          item: 'Defense Medical Exam Training',
          score: '9 of 10',
          is_passed: true,
          member: { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', name: 'Nora Nightingale' },
        },
      ],
      is_more: false,
      count: { passed: 1, failed: 0 },
    },
  },
})

export const findFailedEmails = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/mails/',
  access: { may: 'see members' },
  summary: 'Mails that did not go out and are not tried again, the newest first',
  description: 'Twenty at a time; `after` goes on behind one. What was mailed is kept for ninety days.',
  body: z.strictObject({ ...emailFilters, after }),
  reply: z.object({
    mails: z.array(
      z.object({
        id: z.uuid(),
        date: z.string(),
        subject: z.string(),
        address: z.string(),
        result: z.string().describe('In words, such as "refused: 550 5.1.1 (RCPT TO), 1 try".'),
        member_id: z.uuid().nullable().describe('Null for those to the operator.'),
      }),
    ),
    is_more: z.boolean(),
    count: z.int().describe('On all pages; 0 behind the last.'),
  }),
  example: {
    body: { since: '2026-10-25', until: null, sort: 'newest', after: null },
    reply: {
      mails: [
        {
          id: '7d0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
          date: '2026-11-22 10:00 EST',
          subject: 'Your receipt',
          address: 'nora@example.com',
          result: 'refused: 550 5.1.1 (RCPT TO), 1 try',
          member_id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
        },
      ],
      is_more: false,
      count: 1,
    },
  },
})
