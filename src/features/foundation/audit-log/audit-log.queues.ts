import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Every night: forgets failed logins that are older than ninety days. */
export const cleanUpFailedLogins = job({ name: 'sweep-failed-logins', data: z.strictObject({}) })

/** Every night: takes out of the log what is kept for ninety days alone: from where and with which browser members came, why an account was locked, an address that was only asked for. */
export const cleanUpLoginOrigins = job({ name: 'sweep-origins', data: z.strictObject({}) })
