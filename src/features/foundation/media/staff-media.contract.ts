import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const readStaffAddress = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/files/:id/address/',
  access: { may: 'upload files' },
  summary: 'The address under which staff sees a file that is worked on',
  description:
    '`product` names the product whose draft, versions or catalogue have the file; without it the caller must have uploaded the file within the last week. The address opens this one file, with ranges, to this caller alone, for one or two hours: not after the session has ended, the caller is no staff any more, or the draft was discarded.',
  params: z.strictObject({ id: z.uuid('No such file.') }),
  body: z.strictObject({ product: z.uuid('No such product.').nullable().default(null) }),
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
