import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const readSetup = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/setting-up/',
  access: { may: 'set up academy' },
  summary: 'Get the setup checklist',
  description:
    "Computed from the academy's state, with a request to Stripe. A step that is no longer done is open again.",
  reply: z.object({
    steps: z.array(
      z.object({
        step: z.enum(['factor', 'site', 'mail', 'keys', 'course', 'home', 'purchase', 'webhook', 'live']),
        is_done: z.boolean(),
        why: z.string(),
      }),
    ),
  }),
  example: { reply: { steps: [{ step: 'course', is_done: false, why: 'No course is published yet.' }] } },
})
