import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, sort } from './orders.contract.ts'

// Lists behind the numbers on the studio's first page.

const after = z.uuid().nullable().default(null)

const Attempt = z.object({
  id: z.uuid(),
  date: z.iso.datetime(),
  item: z.string(),
  score: z.string().describe('"9 of 10"'),
  is_passed: z.boolean(),
  member: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Null if the member was deleted.'),
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
  summary: 'Export the list of exam attempts as CSV',
  description: 'All pages in the same order. It names members, so the export is recorded in the audit log.',
  body: z.strictObject(attemptFilters),
  reply: { file: 'text/csv' },
  example: { body: { result: 'passed', since: '2026-10-25', until: '2026-11-23', sort: 'newest' } },
})

export const exportFailedEmails = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/mails/file/',
  access: { may: 'export lists' },
  summary: 'Export the list of failed emails as CSV',
  description: 'All pages in the same order. It names members, so the export is recorded in the audit log.',
  body: z.strictObject(emailFilters),
  reply: { file: 'text/csv' },
  example: { body: { since: '2026-10-25', until: null, sort: 'newest' } },
})

export const findAttempts = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/attempts/',
  access: { may: 'see members' },
  summary: 'List exam attempts',
  description: 'Attempts graded by the server, 20 at a time. `after` is the attempt to continue after.',
  body: z.strictObject({ ...attemptFilters, after }),
  reply: z.object({
    attempts: z.array(Attempt),
    is_more: z.boolean(),
    count: z.object({ passed: z.int(), failed: z.int() }).describe('The number per result in this period.'),
  }),
  example: {
    body: { result: 'passed', since: '2026-10-25', until: '2026-11-23', sort: 'newest', after: null },
    reply: {
      attempts: [
        {
          id: '7d0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
          date: '2026-11-22T15:00:00.000Z',
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
  summary: 'List failed emails, newest first',
  description:
    'Emails that failed permanently, 20 at a time. `after` is the email to continue after. Emails are logged for 90 days.',
  body: z.strictObject({ ...emailFilters, after }),
  reply: z.object({
    mails: z.array(
      z.object({
        id: z.uuid(),
        date: z.iso.datetime(),
        subject: z.string(),
        address: z.string(),
        result: z.string().describe('As text, such as "refused: 550 5.1.1 (RCPT TO), 1 try".'),
        member_id: z.uuid().nullable().describe('Null for emails to the operator.'),
      }),
    ),
    is_more: z.boolean(),
    count: z.int().describe('On all pages; 0 after the last.'),
  }),
  example: {
    body: { since: '2026-10-25', until: null, sort: 'newest', after: null },
    reply: {
      mails: [
        {
          id: '7d0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
          date: '2026-11-22T15:00:00.000Z',
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
