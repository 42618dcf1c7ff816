import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const readWorksheet = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/products/:id/study-time/',
  access: { may: 'edit content' },
  summary: 'How many contact hours the study time of a course comes to, and how that was worked out',
  description:
    'Of the course as it stands in the catalogue: the measured length of its videos, the pages and words of its handouts, and the questions that an examination asks. 60 minutes are an hour; tenths are rounded down.',
  refuses: ['not_found'],
  params: z.strictObject({ id: z.uuid('No such course.') }),
  reply: z.object({
    lines: z.array(z.object({ says: z.string(), minutes: z.int() })),
    total: z.int(),
    hours: z.string(),
    reasoning: z.string().describe('The same in a few sentences, to be kept with the approval.'),
  }),
  example: {
    params: { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' },
    reply: {
      lines: [
        { says: 'Videos, measured: 61.5 minutes', minutes: 62 },
        { says: 'Handouts, 4 pages at 2 minutes and 150 words at 100 a minute', minutes: 10 },
        { says: 'Examination, 10 questions at 1.5 minutes', minutes: 15 },
      ],
      total: 87,
      hours: '1.4',
      reasoning: 'Videos, measured: 61.5 minutes: 62 min.',
    },
  },
})
