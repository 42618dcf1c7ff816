import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const Lecture = z.object({
  id: z.string(),
  lecture_name: z.string(),
  seconds_left: z
    .number()
    .nullable()
    .describe('What is left after the playback position; null if the length is unknown.'),
  is_begun: z.boolean(),
})

export const readNextStep = endpoint({
  method: 'GET',
  url: '/Academy/api/MyAcademy/next/',
  access: 'member',
  summary: 'Get where to continue studying, and the progress in each course',
  description:
    'The lecture or exam where the caller last stopped, or the next open lecture if it was finished. `lecture` is null if the exam is under way, or if only the exam or requesting the certificate is left. `next` is null if nothing is left.',
  reply: z.object({
    next: z
      .object({
        course_id: z.string(),
        course_name: z.string(),
        watched: z.number(),
        has_passed: z.boolean().describe('Whether its exam is passed.'),
        lecture: Lecture.nullable(),
      })
      .nullable(),
    courses: z.array(
      z.object({
        id_: z.string(),
        watched: z.number().describe('Whole percent of its lectures completed, rounded down.'),
        has_certificate: z.boolean(),
        exam: z.literal('none').optional().describe('If the course has no exam.'),
      }),
    ),
  }),
  example: {
    reply: {
      next: {
        course_id: 'defense-medical-exam-training',
        course_name: 'Defense Medical Exam Training',
        watched: 31,
        has_passed: false,
        lecture: {
          id: 'the-rules-that-shape-the-exam',
          lecture_name: '2. The Rules That Shape the Exam',
          seconds_left: 43,
          is_begun: true,
        },
      },
      courses: [{ id_: 'defense-medical-exam-training', watched: 31, has_certificate: false }],
    },
  },
})
