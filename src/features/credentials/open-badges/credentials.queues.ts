import { z } from 'zod'
import { job } from '#shared/job.ts'

export const signCredential = job({ name: 'sign-credential', data: z.strictObject({ certificateId: z.string() }) })

/** Signs what was not signed when it was issued: certificates of before, and those of a time when the academy could not. */
export const signRemainingCredentials = job({ name: 'sign-rest-of-credentials', data: z.strictObject({}) })
