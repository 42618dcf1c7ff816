import { z } from 'zod'
import { job } from '#shared/job.ts'

export const sendReportAnswerEmail = job({
  name: 'tell-of-contest',
  data: z.strictObject({ memberId: z.uuid(), contestId: z.uuid() }),
})
