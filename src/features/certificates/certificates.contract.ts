import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const readCertificate = endpoint({
  method: 'GET',
  url: '/Academy/api/certificate/:id/',
  access: 'anyone',
  summary: 'What anyone who was given the address of a certificate may check',
  params: z.strictObject({ id: z.string().min(1).max(100) }),
  reply: z.object({
    id: z.string(),
    status: z.enum(['valid', 'revoked']),
    name: z.string(),
    course_name: z.string(),
    /** ISO 8601 dates, UTC. */
    completed_on: z.iso.date(),
    issued_on: z.iso.date(),
    issuer: z.string(),
  }),
})
