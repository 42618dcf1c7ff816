import { z } from 'zod'
import { job } from '#shared/job.ts'

export const signCredential = job({ name: 'sign-credential', data: z.strictObject({ certificateId: z.string() }) })

/**
 * Signs certificates that were not signed when they were issued, because they are old or the academy could not sign
 * then.
 */
export const signRemainingCredentials = job({ name: 'sign-rest-of-credentials', data: z.strictObject({}) })
