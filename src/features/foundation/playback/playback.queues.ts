import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Enqueued when a member has played enough of a recording to complete it, according to the server's clock. */
export const recordingPlayed = job({
  name: 'recording-played',
  data: z.strictObject({ memberId: z.uuid(), fileId: z.uuid() }),
})
