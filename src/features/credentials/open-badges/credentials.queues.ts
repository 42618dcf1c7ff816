import { z } from 'zod'
import { job } from '#shared/job.ts'

export const signCredential = job({ name: 'sign-credential', data: z.strictObject({ certificateId: z.string() }) })

/** Signs certificates that were not signed at issue: older ones, and those from when the academy could not sign. */
export const signRemainingCredentials = job({ name: 'sign-rest-of-credentials', data: z.strictObject({}) })
