import { z } from 'zod'
import { job } from '#shared/job.ts'

export const followUpRegrading = job({ name: 'follow-marking', data: z.strictObject({}) })

export const sendPassEmail = job({
  name: 'tell-of-pass',
  data: z.strictObject({ memberId: z.uuid(), courseId: z.uuid() }),
})
