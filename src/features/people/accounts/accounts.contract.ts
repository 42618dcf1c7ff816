import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const OwnAccount = z.object({
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  credentials_after_name: z.string(),
})

export const readAccount = endpoint({
  method: 'GET',
  url: '/Academy/api/account/',
  access: 'member',
  summary: "The member's own names and addresses",
  description: 'Names may be empty: they are asked for before the first certificate.',
  reply: OwnAccount.extend({
    new_email: z
      .string()
      .nullable()
      .describe('The address that takes the place of `email` when its link is confirmed; null when none waits.'),
    new_email_link_at: z
      .string()
      .nullable()
      .describe('When the link to `new_email` will be sent, if staff requested the change; null once it was sent.'),
    role: z
      .enum(['learner', 'owner', 'editor', 'support'])
      .describe('What the member is to the academy: most are learners.'),
  }),
  example: {
    reply: {
      username: 'nora',
      email: 'nora@example.com',
      first_name: 'Nora',
      last_name: 'Nightingale',
      credentials_after_name: 'RN',
      new_email: null,
      new_email_link_at: null,
      role: 'learner',
    },
  },
})
