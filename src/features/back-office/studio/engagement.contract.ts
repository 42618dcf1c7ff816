import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { UncommonKind } from '#shared/lecture-kind-schema.ts'

const learners = z.int().nullable()

export const readEngagement = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/products/:id/engagement/',
  access: { may: 'edit content' },
  summary: 'Show where learners stop in a course',
  description:
    'Per lecture, in order. Counts learners who have, or had, access to the course. Numbers are rounded down to multiples of 5, and null below 5. A replaced recording starts again.',
  params: z.strictObject({ id: z.uuid('Course not found.') }),
  reply: z.object({
    course: z.object({ id: z.uuid(), name: z.string() }),
    lectures: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        kind: UncommonKind,
        seconds: z.number().nullable().describe('The length of the recording; null if unknown, and for a text.'),
        started: learners.describe('If null, all other numbers are null, too. A text is started when it is opened.'),
        half: learners.describe('Null for a text, like `rewound` and `minutes`.'),
        finished: learners.describe(
          'Played at least 80%, as for completing the lecture, or marked the text as completed.',
        ),
        rewound: learners.describe('Went back at least once.'),
        minutes: z
          .int()
          .nullable()
          .describe(
            'The median of minutes watched, including repeated parts, rounded down. Null for fewer than 10 learners.',
          ),
      }),
    ),
    biggest_drop: z
      .object({
        after: z.uuid().describe('The lecture after which most learners stop.'),
        before: z.int().describe('Learners who started it.'),
        left: learners.describe('Learners who started the next lecture or, of the last lecture, finished it.'),
        next: z.string().nullable().describe('The name of the next lecture; null for the last lecture.'),
      })
      .nullable(),
  }),
  example: {
    params: { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' },
    reply: {
      course: { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', name: 'Defense Medical Exam Training' },
      lectures: [
        {
          id: '5c0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
          name: 'The First Hour',
          seconds: 600,
          started: 40,
          half: 35,
          finished: 20,
          rewound: null,
          minutes: 8,
        },
      ],
      biggest_drop: { after: '5c0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', before: 40, left: 20, next: null },
    },
  },
})
