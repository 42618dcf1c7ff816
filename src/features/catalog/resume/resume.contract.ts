import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const Lecture = z.object({
  id: z.string(),
  lecture_name: z.string(),
  seconds_left: z.number().nullable().describe('From where it was left; null where its length is not known.'),
  is_begun: z.boolean(),
})

export const readNextStep = endpoint({
  method: 'GET',
  url: '/Academy/api/MyAcademy/next/',
  access: 'member',
  summary: 'Where the caller goes on studying, and how far each owned course was watched',
  description:
    'The lecture in which the caller stopped last; when it was seen to its end, the next one that is open. `lecture` is null where only the examination is left, `next` where nothing is. `watched` counts places within lectures, too: it is never less than `lectureProgress`, and 100 only when every lecture is completed.',
  reply: z.object({
    next: z
      .object({ course_id: z.string(), course_name: z.string(), watched: z.number(), lecture: Lecture.nullable() })
      .nullable(),
    courses: z.array(
      z.object({
        id_: z.string(),
        watched: z.number().describe('Whole percent of its lectures that were watched, rounded down.'),
        has_certificate: z.boolean(),
      }),
    ),
  }),
  example: {
    reply: {
      next: {
        course_id: 'defense-medical-exam-training',
        course_name: 'Defense Medical Exam Training',
        watched: 31,
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
