import { z } from 'zod'
import { job } from '#shared/job.ts'

export const followUpRegrading = job({ name: 'follow-marking', data: z.strictObject({}) })

/** Checks whether all lectures that a passed member's certificate was waiting for are now completed. */
export const issueAwaitedCertificate = job({
  name: 'issue-awaited-certificate',
  data: z.strictObject({ memberId: z.uuid(), courseId: z.uuid() }),
})

export const sendPassEmail = job({
  name: 'tell-of-pass',
  data: z.strictObject({ memberId: z.uuid(), courseId: z.uuid() }),
})
