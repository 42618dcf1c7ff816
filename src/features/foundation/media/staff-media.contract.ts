import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const readStaffAddress = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/files/:id/address/',
  access: { may: 'upload files' },
  summary: "Get an address for viewing a draft's file",
  description:
    '`product` is the product whose draft, versions, or published page has the file. Without it, the caller must have uploaded the file in the last week. The address works for this file and caller only, for one or two hours, and supports ranges. It ends with the session, the staff role, or the draft.',
  params: z.strictObject({ id: z.uuid('File not found.') }),
  body: z.strictObject({ product: z.uuid('Product not found.').nullable().default(null) }),
  reply: z.object({ address: z.string().describe('A path on this host.'), until: z.iso.datetime() }),
  example: {
    params: { id: '8c2f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' },
    body: { product: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' },
    reply: {
      address: '/media/studio/8c2f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11/interview.mp4?expires=1795395600&member=…',
      until: '2026-11-23T04:00:00.000Z',
    },
  },
})
