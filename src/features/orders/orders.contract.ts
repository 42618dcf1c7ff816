import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const listOrders = endpoint({
  method: 'GET',
  url: '/Academy/api/account/orders/',
  access: 'member',
  summary: "The member's own orders, newest first",
  description:
    'What was paid, or taken free of charge; payments that were begun and not finished are no orders. Each invoice is a PDF at `/Academy/api/account/orders/{order_number}/invoice/`, with the same token.',
  reply: z.array(
    z.object({
      order_number: z.string(),
      date: z.iso.date().describe("ISO 8601, in the academy's time zone."),
      item: z.string().describe('The name under which it was bought.'),
      kind: z.enum(['course', 'podcast', 'document']),
      item_id: z.string().describe("The item's public id."),
      total: z.string().describe('What was paid, tax included.'),
      refunded: z.string(),
      state: z.enum(['paid', 'free', 'partly_refunded', 'refunded', 'disputed']),
    }),
  ),
  example: {
    reply: [
      {
        order_number: '7C41F09A52BD',
        date: '2026-11-21',
        item: 'Defense Medical Exam Training',
        kind: 'course',
        item_id: 'defense-medical-exam-training',
        total: '119.20',
        refunded: '0.00',
        state: 'paid',
      },
    ],
  },
})
