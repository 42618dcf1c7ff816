import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const downloadBadge = endpoint({
  method: 'GET',
  url: '/Academy/api/account/certificates/:id/badge/',
  access: 'member',
  summary: "Get the badge of one of the caller's certificates, as a PNG",
  description:
    "An image that contains the signed credential (Open Badges 3.0, an `iTXt` chunk named `openbadgecredential`), for wallets and networks that accept badges. Not found: someone else's, revoked ones, and all of them if the academy does not sign.",
  refuses: ['not_found', 'too_many_requests'],
  params: z.strictObject({ id: z.string().min(1).max(100).describe('As printed on the certificate.') }),
  reply: { file: 'image/png' },
  example: { params: { id: 'k2Yx7Qm4Vb9tR1sW8zPd0fGhJ3L' } },
})
