import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const readCertificate = endpoint({
  method: 'GET',
  url: '/Academy/api/certificate/:id/',
  access: 'anyone',
  summary: 'What anyone who was given the address of a certificate may check',
  description:
    "The id stands in the address that is printed on the certificate. Dates are ISO 8601, in the academy's time zone. A certificate that was revoked stays readable and says so.",
  refuses: ['not_found'],
  params: z.strictObject({ id: z.string().min(1).max(100).describe('As printed on the certificate.') }),
  reply: z.object({
    id: z.string(),
    status: z.enum(['valid', 'revoked']),
    name: z.string().describe("'Name removed' where the holder had the account deleted."),
    name_removed: z.boolean(),
    course_name: z.string(),
    completed_on: z.iso.date().describe("ISO 8601 dates, in the academy's time zone."),
    issued_on: z.iso.date(),
    issuer: z.string(),
  }),
  example: {
    params: { id: 'k2Yx7Qm4Vb9tR1sW8zPd0fGhJ3L' },
    reply: {
      id: 'k2Yx7Qm4Vb9tR1sW8zPd0fGhJ3L',
      status: 'valid',
      name: 'Nora Nightingale, RN',
      name_removed: false,
      course_name: 'Defense Medical Exam Training',
      completed_on: '2026-02-03',
      issued_on: '2026-02-03',
      issuer: 'Legal Nurse Academy',
    },
  },
})
