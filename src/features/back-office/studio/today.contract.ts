import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

// Recent activity and open tasks. Each number is the same as in the list that it links to.

const Period = z.object({
  sold: z.string().describe('Live payments only.'),
  refunded: z.string(),
  left: z.string(),
  sales: z.int(),
  refunds: z.int(),
})

const Place = z.number().describe('In percent of the chart, from its left or top edge.')

const Sales = z.object({
  now: Period,
  before: Period.describe('The previous 30 days.'),
  currency: z.string(),
  days: z.array(
    z.object({
      day: z.iso.date(),
      sold: z.string(),
      refunded: z.string(),
      sold_before: z.string().describe('The previous 30 days.'),
    }),
  ),
  chart: z
    .object({
      bars: z.array(z.object({ x: Place, y: Place, width: Place, height: Place })),
      line: z.string().describe('The previous 30 days, as an SVG path.'),
      ticks: z.array(z.object({ y: Place, label: z.string() })),
    })
    .describe('Sales by day.'),
})

const Waiting = z.object({
  waits: z.enum(['refund', 'dispute', 'payment']),
  count: z.int(),
  orders: z.array(z.object({ order_number: z.string(), due: z.string().nullable() })).describe('The most urgent ones.'),
})

export const readToday = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/today/',
  access: { may: 'enter studio' },
  summary: 'Get the last 30 days and the to-do list',
  description: "Null where the caller's role has no access. Dates are in the academy's time zone.",
  reply: z.object({
    since: z.iso.date(),
    until: z.iso.date(),
    since_before: z.iso.date(),
    until_before: z.iso.date(),
    sales: Sales.nullable(),
    members: z.object({ now: z.int(), before: z.int() }).nullable(),
    examinations: z.object({ passed: z.int(), failed: z.int() }).nullable(),
    waiting: z.array(Waiting).nullable(),
    former_address: z
      .string()
      .nullable()
      .describe("The academy's former host, until the owner confirms it. Its payments are on hold."),
    failed_mails: z.int().nullable().describe('Emails that failed permanently in the last 30 days.'),
    drafts: z.int().nullable().describe('Products with unpublished changes.'),
    contests: z.int().nullable().describe('Open question reports.'),
    reports: z.int().nullable().describe('Reported posts in discussions that need a decision.'),
    law: z.int().nullable().describe('Lectures whose legal review is due within 30 days or overdue.'),
    unanswered: z.int().nullable().describe('Discussions without a reply; 100 means 100 or more.'),
    changed_hours: z
      .array(z.object({ product: z.uuid(), item: z.string(), before: z.string(), after: z.string() }))
      .nullable()
      .describe(
        'Courses whose calculated contact hours changed in the last 30 days because files were measured again.',
      ),
    missed: z
      .object({
        total: z.int(),
        questions: z.array(
          z.object({
            product: z.uuid().describe('The course in the studio.'),
            key: z.string().describe('The question in the course.'),
            item: z.string(),
            question: z.string(),
            members: z.int(),
            right: z.int(),
          }),
        ),
      })
      .nullable()
      .describe('Questions that almost everyone misses on the first attempt.'),
  }),
  example: {
    reply: {
      since: '2026-10-25',
      until: '2026-11-23',
      since_before: '2026-09-25',
      until_before: '2026-10-24',
      sales: {
        now: { sold: '598.00', refunded: '299.00', left: '299.00', sales: 2, refunds: 1 },
        before: { sold: '299.00', refunded: '0.00', left: '299.00', sales: 1, refunds: 0 },
        currency: 'USD',
        days: [{ day: '2026-10-25', sold: '598.00', refunded: '299.00', sold_before: '299.00' }],
        chart: {
          bars: [{ x: 0.3, y: 0.5, width: 2.7, height: 99.5 }],
          line: 'M1.7,50L5,100',
          ticks: [{ y: 0, label: '$600' }],
        },
      },
      members: { now: 12, before: 9 },
      examinations: { passed: 8, failed: 3 },
      waiting: [{ waits: 'dispute', count: 1, orders: [{ order_number: 'LNA-7F3K-2Q9D', due: '2026-11-29' }] }],
      former_address: null,
      failed_mails: 0,
      drafts: 1,
      contests: 2,
      reports: 1,
      law: 3,
      unanswered: 3,
      changed_hours: [],
      missed: {
        total: 1,
        questions: [
          {
            product: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
            key: 'who-chooses',
            item: 'Defense Medical Exam Training',
            question: 'Who chooses the examiner?',
            members: 40,
            right: 5,
          },
        ],
      },
    },
  },
})

const count = z.int().nullable()

export const readTodoCounts = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/to-dos/',
  access: { may: 'enter studio' },
  summary: 'Count the to-dos',
  description: "The numbers in the studio's menu. Null where the caller's role has no access.",
  reply: z.object({
    todos: z.int().describe('The lines of the to-do list.'),
    orders: count.describe('Orders with a failed refund, a dispute, or a payment that was not delivered.'),
    failed_mails: count,
    contests: count,
    reports: count,
    law: count,
    unanswered: count.describe('100 means 100 or more.'),
  }),
  example: {
    reply: { todos: 4, orders: 1, failed_mails: 0, contests: 2, reports: 1, law: 3, unanswered: 0 },
  },
})
