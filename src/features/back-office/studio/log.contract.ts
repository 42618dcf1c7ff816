import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, sort, words } from './orders.contract.ts'

const LogEntry = z.object({
  id: z.string().describe('The last entry seen; the list continues after it.'),
  when: z.iso.datetime(),
  what: z.string(),
  by: z.object({ id: z.uuid().nullable(), name: z.string() }).describe('`id` if it was a member.'),
  about: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('The member it is about.'),
  subject: z.string().nullable().describe('What else it is about: a product, an order, a coupon.'),
  details: z
    .array(z.string())
    .describe('The values before and after, and other details, such as "role: learner → support".'),
})

export type LogEntry = z.infer<typeof LogEntry>

const search = {
  words: words.describe('The name, email address, username, or ID of a member, or the name of a command-line user.'),
  kind: z.string().max(40).nullable().default(null),
  since: day,
  until: day,
  sort,
}

export const readLogPage = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/log/',
  access: { may: 'see log' },
  summary: 'List log entries',
  description:
    '30 at a time. Owners see everything. Support sees entries about members and their orders. Failed logins are counted by the hour and included only if their kind is requested.',
  body: z.strictObject({ ...search, after: z.string().max(80).nullable().default(null) }),
  reply: z.object({
    entries: z.array(LogEntry),
    is_more: z.boolean(),
    kinds: z.array(z.object({ kind: z.string(), words: z.string() })),
    people: z.int().nullable().describe('How many members match the search; null without a search.'),
  }),
  example: {
    body: { words: 'nora', kind: 'account', since: null, until: null, sort: 'newest', after: null },
    reply: {
      entries: [
        {
          id: '2026-11-22T15:00:00.000Z_17',
          when: '2026-11-22T15:00:00.000Z',
          what: 'Role changed',
          by: { id: '3b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', name: 'sam <sam@example.com>' },
          about: { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', name: 'nora <nora@example.com>' },
          subject: null,
          details: ['role: learner → support'],
        },
      ],
      is_more: false,
      kinds: [{ kind: 'account', words: 'Accounts and roles' }],
      people: 1,
    },
  },
})

export const exportLog = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/log/file/',
  access: { may: 'export log' },
  summary: 'Export the audit log as a spreadsheet',
  description: 'All matching entries in the same order, streamed. The export itself is recorded in the audit log.',
  body: z.strictObject(search),
  reply: { file: 'text/csv' },
  example: { body: { words: '', kind: null, since: '2026-11-01', until: '2026-11-30', sort: 'newest' } },
})
