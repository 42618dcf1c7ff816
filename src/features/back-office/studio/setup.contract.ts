import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Done } from './orders.contract.ts'

export const readSetup = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/setting-up/',
  access: { may: 'set up academy' },
  summary: 'How far the academy is set up',
  description:
    'By what is so: nothing can be ticked. The card provider is asked while one waits. A step that is true no more is open again.',
  reply: z.object({
    steps: z.array(
      z.object({
        step: z.enum(['factor', 'site', 'mail', 'keys', 'course', 'purchase', 'webhook', 'live']),
        is_done: z.boolean(),
        why: z.string(),
      }),
    ),
  }),
  example: { reply: { steps: [{ step: 'course', is_done: false, why: 'No course is published yet.' }] } },
})

export const sendTestEmail = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/setting-up/mail/',
  access: { may: 'set up academy' },
  summary: 'Mails a trial to who asks',
  description: 'To the address of the account, as any other mail goes out.',
  body: z.strictObject({}),
  reply: Done,
  example: { body: {}, reply: { message: 'A mail is on its way to sam@example.com.' } },
})
