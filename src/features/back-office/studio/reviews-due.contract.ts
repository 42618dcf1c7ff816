import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { LawView } from '#features/catalog/law/law.contract.ts'
import { requiredDay } from './orders.contract.ts'

// Law reviews of lectures for staff.

const ID = '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'

export const listLawReviews = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/law/',
  access: { may: 'edit content' },
  summary: 'List lectures by their next legal review',
  description:
    "Due within 30 days or overdue, or due later (both earliest first), or without a review date. 20 at a time. `after` is the lecture to continue after. Dates are in the academy's time zone.",
  body: z.strictObject({
    state: z.enum(['due', 'later', 'undated']).default('due'),
    after: z.uuid().nullable().default(null),
  }),
  reply: z.object({
    lectures: z.array(
      z.object({
        id: z.uuid(),
        key: z.string().describe('The lecture in its course.'),
        name: z.string(),
        product: z.uuid().describe('The course in the studio.'),
        item: z.string(),
        law: LawView.nullable().describe('Null without legal content.'),
      }),
    ),
    is_more: z.boolean(),
    count: z.object({ due: z.int(), later: z.int(), undated: z.int() }),
    next: z.iso.date().describe('A year from today, as a suggestion.'),
  }),
  example: {
    body: { state: 'due', after: null },
    reply: {
      lectures: [
        {
          id: ID,
          key: 'the-rules-that-shape-the-exam',
          name: '2. The Rules That Shape the Exam',
          product: ID,
          item: 'Defense Medical Exam Training',
          law: {
            as_of: '2026-03-01',
            look_again_by: '2026-12-15',
            is_due: false,
            sources: [{ name: 'Federal Rule of Civil Procedure 35', link: null }],
          },
        },
      ],
      is_more: false,
      count: { due: 1, later: 7, undated: 7 },
      next: '2027-11-23',
    },
  },
})

export const confirmLaw = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/law/:id/confirm/',
  access: { may: 'publish' },
  summary: "Mark a lecture's legal content as reviewed",
  description:
    "Learners see today's date at once; no draft is needed. Fails if someone changed it since `seen`, so two simultaneous requests change it once.",
  refuses: ['not_found', 'invalid'],
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    seen: z.iso.date().describe('`as_of` as the caller saw it.'),
    look_again_by: requiredDay,
  }),
  reply: z.object({ message: z.string() }),
  example: {
    params: { id: ID },
    body: { seen: '2026-03-01', look_again_by: '2027-11-23' },
    reply: { message: 'Marked as reviewed. Learners now see today’s date.' },
  },
})
