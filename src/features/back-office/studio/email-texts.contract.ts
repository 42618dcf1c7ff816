import { z } from 'zod'
import { EmailName } from '#features/foundation/email-texts/email-texts.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Done } from './orders.contract.ts'

const BODY_LIMIT = 64 * 1024
/** The limit is higher than when saving, so that the error says how long the text is. */
const text = z.string('Please enter text.').max(5000, 'Please use fewer characters.')

const params = z.strictObject({ name: EmailName })
const TypedText = z.strictObject({ subject: text, opening: text })
const revision = z
  .string()
  .max(40)
  .describe('From the last response, so that changes others saved since are not overwritten.')

const about = {
  name: EmailName,
  label: z.string(),
  trigger: z.string().describe('When it is sent.'),
  is_changed: z.boolean(),
  subject: z.string(),
}

const Preview = z.object({ subject: z.string(), html: z.string() })

const typed = { subject: 'Your receipt for {item}', opening: 'Hi {first_name},\n\n{item} is in your account.' }
const receipt = {
  name: 'receipt' as const,
  label: 'Receipt',
  trigger: 'A purchase is complete, or staff send the receipt again.',
  is_changed: false,
  subject: 'Your receipt: {item}',
}
const preview = { subject: 'Your receipt: Reading a Medical Record', html: '<!DOCTYPE html>…' }

export const listEmailTexts = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/email-texts/',
  access: { may: 'see site settings' },
  summary: 'List the emails whose text can be changed',
  description: 'Security notices and emails to staff are not included.',
  reply: z.object({
    emails: z.array(z.object({ ...about, group: z.enum(['account', 'purchases', 'learning', 'certificates']) })),
  }),
  example: { reply: { emails: [{ ...receipt, group: 'purchases' }] } },
})

export const readEmailText = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/email-texts/:name/',
  access: { may: 'see site settings' },
  summary: 'Get the text of an email',
  description: 'Variables are in braces. Empty lines separate paragraphs. The preview contains invented facts.',
  params,
  reply: z.object({
    ...about,
    opening: z.string(),
    standard: z.object({ subject: z.string(), opening: z.string() }),
    exception: z.string().nullable().describe('When the standard opening is used instead.'),
    variables: z.array(z.object({ name: z.string(), meaning: z.string() })),
    preview: Preview,
    revision,
  }),
  example: {
    params: { name: 'receipt' },
    reply: {
      ...receipt,
      opening: '{item} is ready.',
      standard: { subject: receipt.subject, opening: '{item} is ready.' },
      exception: null,
      variables: [{ name: 'item', meaning: 'The course, podcast, or document' }],
      preview,
      revision: '0f1e2d3c4b5a',
    },
  },
})

export const saveEmailText = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/email-texts/:name/',
  access: { may: 'change site settings' },
  summary: 'Save the text of an email',
  description: 'Like `email_texts` in `site.yaml`. The next emails have it. The standard text removes a change.',
  refuses: ['busy'],
  bodyLimit: BODY_LIMIT,
  params,
  body: TypedText.extend({ revision }),
  reply: Done.extend({ revision }),
  example: {
    params: { name: 'receipt' },
    body: { ...typed, revision: '0f1e2d3c4b5a' },
    reply: { message: 'Saved. The next emails will have this text.', revision: '5a4b3c2d1e0f' },
  },
})

export const previewEmailText = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/email-texts/:name/preview/',
  access: { may: 'see site settings' },
  summary: 'Preview the text of an email',
  description: 'Stores nothing.',
  bodyLimit: BODY_LIMIT,
  params,
  body: TypedText,
  reply: Preview,
  example: { params: { name: 'receipt' }, body: typed, reply: preview },
})

export const testEmailText = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/email-texts/:name/test/',
  access: { may: 'see site settings' },
  summary: 'Send an email with this text to the caller',
  description: 'Stores nothing. The email contains invented facts, and no attachments.',
  refuses: ['conflict', 'too_many_requests'],
  bodyLimit: BODY_LIMIT,
  params,
  body: TypedText,
  reply: Done,
  example: {
    params: { name: 'receipt' },
    body: typed,
    reply: { message: 'We’re sending it to nora@example.com. It should arrive within a minute.' },
  },
})
