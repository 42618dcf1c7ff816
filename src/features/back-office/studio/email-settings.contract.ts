import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { cleanLogin } from '#shared/login-name.ts'
import { Done } from './orders.contract.ts'

const text = (max: number) => z.string('Please enter text.').max(max, `Please use at most ${max} characters.`)

const Security = z.enum(['tls', 'starttls', 'none'], 'Choose how the connection is encrypted.')

const EmailForm = z.strictObject({
  host: text(253),
  port: text(10),
  security: Security,
  user: text(200),
  sender_name: text(100),
  sender_address: text(500).overwrite(cleanLogin),
})

const BounceForm = z.strictObject({
  address: text(500).overwrite(cleanLogin).describe('The envelope sender; empty for the sender’s address.'),
  host: text(253).describe('Empty: no mailbox is read.'),
  port: text(10),
  security: Security,
  user: text(200),
  folder: text(200),
})

export const ServiceState = z
  .enum(['locked', 'missing', 'simulated', 'used', 'unconfirmed', 'unreadable'])
  .describe(
    '`locked`: set in the environment. `simulated`: nothing is set up, outside production. `unconfirmed`: from a backup or another address, and not used. `unreadable`: encrypted with another APP_SECRET.',
  )

export const SavedChange = z
  .object({ at: z.iso.datetime(), by: z.string() })
  .nullable()
  .describe('The last change; null if nothing is stored.')

export const revision = z
  .string()
  .max(40)
  .describe('From the last response, so that changes others saved since are not overwritten.')

const bounceForm = {
  address: 'bounces@example.com',
  host: 'imap.example.com',
  port: '993',
  security: 'tls' as const,
  user: 'bounces@example.com',
  folder: 'INBOX',
}

const form = {
  host: 'smtp.example.com',
  port: '587',
  security: 'starttls' as const,
  user: 'office@example.com',
  sender_name: 'Legal Nurse Academy',
  sender_address: 'office@example.com',
}

export const readEmailSettings = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/settings/email/',
  access: { may: 'see service settings' },
  summary: 'Get the mail server and the sender',
  description: 'Never the password.',
  reply: z.object({
    form: EmailForm,
    has_password: z.boolean(),
    locked: z.object({
      server: z.string().nullable().describe('The mail server in the environment; null if there is none.'),
      sender: z.boolean(),
    }),
    state: ServiceState,
    saved: SavedChange,
    reply_to: z.string().describe('The address of the site to which replies go; may be empty.'),
    bounces: z
      .object({
        form: BounceForm,
        has_password: z.boolean(),
        locked: z.object({
          mailbox: z.string().nullable().describe('The mailbox in the environment; null if there is none.'),
          address: z.boolean(),
        }),
        is_read: z.boolean().describe('Whether a mailbox is set up and in use.'),
        read_at: z.iso.datetime().nullable(),
        problem: z.string().nullable().describe('Why the mailbox can’t be read now.'),
        failing_since: z.iso.datetime().nullable(),
      })
      .describe('Where undeliverable emails are returned.'),
    revision,
  }),
  example: {
    reply: {
      form,
      has_password: true,
      locked: { server: null, sender: false },
      state: 'used',
      saved: { at: '2026-11-22T15:00:00.000Z', by: 'nora' },
      reply_to: 'hello@academy.example.com',
      bounces: {
        form: bounceForm,
        has_password: true,
        locked: { mailbox: null, address: false },
        is_read: true,
        read_at: '2026-11-22T15:00:00.000Z',
        problem: null,
        failing_since: null,
      },
      revision: '3b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
    },
  },
})

export const saveEmailSettings = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/settings/email/',
  access: { may: 'change service settings' },
  summary: 'Save the mail server and the sender',
  description: 'Applies within a second. All owners are notified, through the former mail server if there was one.',
  refuses: ['busy', 'conflict'],
  bodyLimit: 64 * 1024,
  body: EmailForm.extend({
    password: text(500).describe('Empty: the stored one stays, if server and user name are the same.'),
    revision,
  }),
  reply: Done.extend({ revision }),
  example: {
    body: { ...form, password: 'secret', revision: 'none' },
    reply: { message: 'Saved. Now send a test email.', revision: '3b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' },
  },
})

export const sendTestEmail = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/settings/email/test/',
  access: { may: 'set up academy' },
  summary: 'Send a test email to the caller',
  description: 'Over a new connection to the saved mail server, for at most ten seconds.',
  refuses: ['conflict', 'too_many_requests'],
  body: z.strictObject({}),
  reply: z.object({
    is_sent: z.boolean(),
    message: z.string(),
    answer: z.string().describe('What the mail server said when it rejected the email; may be empty.'),
  }),
  example: {
    body: {},
    reply: {
      is_sent: false,
      message: 'The server rejected the user name or password. Copy both again from your email provider.',
      answer: '535 5.7.8 Authentication failed',
    },
  },
})

export const saveBounceSettings = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/settings/email/bounces/',
  access: { may: 'change service settings' },
  summary: 'Save the return address and the mailbox to which emails are returned',
  description: 'Applies within a second. All owners are notified.',
  refuses: ['busy', 'conflict'],
  bodyLimit: 64 * 1024,
  body: BounceForm.extend({
    password: text(500).describe('Empty: the stored one stays, if server and user name are the same.'),
    revision,
  }),
  reply: Done.extend({ revision }),
  example: {
    body: { ...bounceForm, password: 'secret', revision: '3b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' },
    reply: { message: 'Saved. Now check the mailbox.', revision: '9d1e7f0a-2c61-4a0c-8d3f-6f4f3d1c9e12' },
  },
})

export const checkBounceSettings = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/settings/email/bounces/check/',
  access: { may: 'set up academy' },
  summary: 'Check whether the saved mailbox can be read',
  description: 'Over a new connection, for at most ten seconds. Reads no message.',
  refuses: ['conflict', 'too_many_requests'],
  body: z.strictObject({}),
  reply: z.object({ is_open: z.boolean(), message: z.string() }),
  example: {
    body: {},
    reply: { is_open: true, message: 'We can read the mailbox. It has 12 messages.' },
  },
})

export const confirmEmailSettings = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/settings/email/confirm/',
  access: { may: 'change service settings' },
  summary: 'Use the email settings of a backup on this site',
  description: 'After a restore or a move, the stored settings are not used until an owner confirms them.',
  refuses: ['busy'],
  body: z.strictObject({ revision }),
  reply: Done,
  example: {
    body: { revision: '3b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' },
    reply: { message: 'These settings are now in use.' },
  },
})
