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
  summary: "Get the member's names and addresses",
  description: 'Names may be empty until the first certificate is requested.',
  reply: OwnAccount.extend({
    new_email: z
      .string()
      .nullable()
      .describe('The pending email, which replaces `email` once confirmed; null without one.'),
    new_email_link_at: z.iso
      .datetime()
      .nullable()
      .describe('When the link to `new_email` will be sent, if staff requested the change; null once it was sent.'),
    email_problem: z
      .string()
      .nullable()
      .describe('Why emails to `email` come back, such as "the mailbox doesn’t exist".'),
    role: z.enum(['learner', 'owner', 'editor', 'support']).describe("The account's role; most are learners."),
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
      email_problem: null,
      role: 'learner',
    },
  },
})
