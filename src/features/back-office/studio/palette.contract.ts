import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { KIND_NAMES } from '#shared/kinds.ts'
import { words } from './orders.contract.ts'

const ID = '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'

export const findInStudio = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/find/',
  access: { may: 'enter studio' },
  summary: 'Find members, groups, orders, and products',
  description:
    "A few of each, as in the lists of members, groups, orders, and products. Empty where the caller's role has no access.",
  body: z.strictObject({ words }),
  reply: z.object({
    members: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string() })),
    groups: z.array(z.object({ id: z.uuid(), name: z.string(), members: z.int() })),
    orders: z.array(z.object({ order_number: z.string(), item: z.string(), buyer: z.string() })),
    products: z.array(z.object({ id: z.uuid(), kind: z.enum(KIND_NAMES), name: z.string() })),
  }),
  example: {
    body: { words: 'nora' },
    reply: {
      members: [{ id: ID, name: 'Nora Nightingale', email: 'nora@example.com' }],
      groups: [{ id: ID, name: 'St. Mary’s', members: 12 }],
      orders: [{ order_number: 'LNA-7F3K-2Q9D', item: 'Defense Medical Exam Training', buyer: 'Nora Nightingale' }],
      products: [{ id: ID, kind: 'course', name: 'Defense Medical Exam Training' }],
    },
  },
})
