import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { CourseId, LectureId } from './discussions.contract.ts'

export const listLectureMoments = endpoint({
  method: 'GET',
  url: '/Academy/api/course/:id1/lecture/:id2/discussions/',
  access: 'member',
  summary: 'List the moments of a lecture that are discussed',
  description: 'The 50 with the newest posts, in the order of the lecture.',
  refuses: ['not_found'],
  params: z.strictObject({ id1: CourseId, id2: LectureId }),
  reply: z.array(
    z.object({
      id: z.uuid(),
      seconds: z.number(),
      title: z.string(),
      replies: z.int(),
      is_answered: z.boolean(),
    }),
  ),
  example: {
    params: { id1: 'defense-medical-exam-training', id2: 'what-a-dme-is' },
    reply: [
      {
        id: 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11',
        seconds: 40,
        title: 'Thirty days or forty-five?',
        replies: 1,
        is_answered: true,
      },
    ],
  },
})
