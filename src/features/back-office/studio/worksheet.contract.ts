import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const readWorksheet = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/products/:id/study-time/',
  access: { may: 'edit content' },
  summary: "Calculate a course's study time and contact hours",
  description:
    'For the published course: the measured length of its videos, the pages and words of its handouts, and the questions per attempt. At 60 minutes per contact hour, rounded down to the nearest tenth.',
  refuses: ['not_found'],
  params: z.strictObject({ id: z.uuid('Course not found.') }),
  reply: z.object({
    lines: z.array(z.object({ says: z.string(), minutes: z.int() })),
    total: z.int(),
    hours: z.string(),
    reasoning: z.string().describe('The calculation in a few sentences, to keep with the approval.'),
  }),
  example: {
    params: { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' },
    reply: {
      lines: [
        { says: 'Videos, measured: 61.5 minutes', minutes: 62 },
        { says: 'Handouts, 4 pages at 2 minutes per page and 150 words at 100 words per minute', minutes: 10 },
        { says: 'Exam, 10 questions at 1.5 minutes per question', minutes: 15 },
      ],
      total: 87,
      hours: '1.4',
      reasoning: 'Videos, measured: 61.5 minutes (62 min).',
    },
  },
})
