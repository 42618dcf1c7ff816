import { z } from 'zod'
import { job } from '#shared/job.ts'

/** The link's token is made when the mail is: a stored job must not open an account. */
export const sendVerification = job({ name: 'send-verification', data: z.strictObject({ memberId: z.string() }) })

/** Carries the address as it was typed: whether anybody has it is found out where no one can time it. */
export const sendPasswordReset = job({ name: 'send-password-reset', data: z.strictObject({ email: z.string() }) })

/** Each night: sessions, links and counts that nobody can use any more. */
export const clearExpired = job({ name: 'clear-expired', data: z.strictObject({}) })
