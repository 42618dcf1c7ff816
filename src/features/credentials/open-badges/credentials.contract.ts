import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const readCredential = endpoint({
  method: 'GET',
  url: '/Academy/api/certificate/:id/credential/',
  access: 'anyone',
  summary: 'Get the credential of a certificate, as a file',
  description:
    "Open Badges 3.0, signed by the academy. Any program that verifies such credentials can verify it without asking the academy. A revoked one is returned, too: see its status list. The certificate's page returns the same with `Accept: application/vc`, `application/ld+json`, or `application/json`.",
  refuses: ['not_found', 'too_many_requests'],
  params: z.strictObject({ id: z.string().min(1).max(100).describe('As printed on the certificate.') }),
  reply: { file: 'application/vc' },
  example: { params: { id: 'k2Yx7Qm4Vb9tR1sW8zPd0fGhJ3L' } },
})
