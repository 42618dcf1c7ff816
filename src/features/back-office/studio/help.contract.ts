import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const readHelp = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/help/:topic/',
  access: { may: 'enter studio' },
  summary: "Get a page of the owner's manual",
  description: 'As HTML, by sections. Its links lead to other pages of the manual in the studio.',
  refuses: ['not_found'],
  params: z.strictObject({ topic: z.string().max(100) }),
  reply: z.object({
    title: z.string(),
    intro: z.string(),
    sections: z.array(z.object({ id: z.string(), heading: z.string(), html: z.string() })),
  }),
  example: {
    params: { topic: 'daily-tasks' },
    reply: {
      title: 'Daily tasks',
      intro: '<p>Log in, press <strong>Studio</strong>, and begin with <strong>Home</strong>.</p>',
      sections: [{ id: 'refund-an-order', heading: 'Refund an order', html: '<ol><li>Press Sales.</li></ol>' }],
    },
  },
})
