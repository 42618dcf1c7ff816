import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { LawView } from '#features/catalog/law/law.contract.ts'

// Law reviews of lectures for staff.

const ID = '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'

export const listLawReviews = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/law/',
  access: { may: 'edit content' },
  summary: 'Lectures whose law is to be looked at again',
  description:
    'Those that are due within thirty days or overdue, those that are due later, both the earliest first, or those without a day. Twenty at a time; `after` goes on behind one. Days are those of the academy.',
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
        law: LawView.nullable().describe('Null where it says nothing of the law.'),
      }),
    ),
    is_more: z.boolean(),
    count: z.object({ due: z.int(), later: z.int(), undated: z.int() }),
    next: z.iso.date().describe('A year from today: the day to look again that is proposed.'),
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
  summary: 'Says that all of it is still true',
  description:
    'Learners read the day of today from now on; no draft is needed. Refused where somebody has changed it since `seen`, so that two who press at once change it once.',
  refuses: ['not_found', 'invalid'],
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    seen: z.iso.date().describe('`as_of`, as it was looked at.'),
    look_again_by: z.string().max(20),
  }),
  reply: z.object({ message: z.string() }),
  example: {
    params: { id: ID },
    body: { seen: '2026-03-01', look_again_by: '2027-11-23' },
    reply: { message: 'Marked as reviewed. Learners now see today’s date.' },
  },
})
