import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Enqueued when, by the server's clock, a member has played enough of a recording to complete it. */
export const recordingPlayed = job({
  name: 'recording-played',
  data: z.strictObject({ memberId: z.uuid(), fileId: z.uuid() }),
})
