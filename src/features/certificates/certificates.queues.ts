import { z } from 'zod'
import { job } from '#shared/job.ts'

export const sendCertificate = job({ name: 'send-certificate', data: z.strictObject({ certificateId: z.string() }) })
