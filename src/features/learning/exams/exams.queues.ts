import { z } from 'zod'
import { job } from '#shared/job.ts'

export const followUpRegrading = job({ name: 'follow-marking', data: z.strictObject({}) })

/** The lectures for which a passed member's certificate waited may all be completed now. */
export const issueAwaitedCertificate = job({
  name: 'issue-awaited-certificate',
  data: z.strictObject({ memberId: z.uuid(), courseId: z.uuid() }),
})

export const sendPassEmail = job({
  name: 'tell-of-pass',
  data: z.strictObject({ memberId: z.uuid(), courseId: z.uuid() }),
})
