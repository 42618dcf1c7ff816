import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Done } from './orders.contract.ts'

// What the academy says about itself.

const text = (max: number) => z.string('Please enter text.').max(max, `Please use at most ${max} letters.`)
const line = text(300)
const LONGEST = 100_000

const Site = z.strictObject({
  name: line,
  tagline: line,
  description: text(1_000),
  phone: line,
  email: line,
  postal_address: text(1_000),
  tax_number: line,
  time_zone: line,
  language: line,
  refund_days: text(10),
  social: z.array(z.strictObject({ name: line, url: text(2_000) })).max(20, 'Please name at most 20.'),
  founder: z.strictObject({ name: line, credentials: line, text: text(20_000) }),
  books: z
    .array(
      z.strictObject({
        from: z.int().min(0).nullable(),
        title: line,
        author: line,
        preview_url: text(2_000),
        link: text(2_000),
      }),
    )
    .max(50, 'Please name at most 50.'),
  policies: z.strictObject({ terms: text(LONGEST), privacy: text(LONGEST) }),
})

export type SiteForm = z.output<typeof Site>

const site: SiteForm = {
  name: 'Legal Nurse Academy',
  tagline: 'Empowering nurses, enriching careers',
  description: 'Online training for registered nurses.',
  phone: '(555) 010-0142',
  email: 'hello@academy.example.com',
  postal_address: '100 Example Avenue, Springfield',
  tax_number: '',
  time_zone: 'America/New_York',
  language: 'en-US',
  refund_days: '14',
  social: [],
  founder: { name: '', credentials: '', text: '' },
  books: [],
  policies: { terms: '', privacy: '' },
}

const revision = z
  .string()
  .max(40)
  .describe('As the last answer told it: what somebody else saved since is not overwritten.')

export const readSiteForm = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/site/',
  access: { may: 'change site' },
  summary: 'What the academy says about itself',
  description: 'Policies are empty where the text that comes with the academy stands.',
  reply: z.object({ site: Site, revision }),
  example: { reply: { site, revision: '2026-11-22T15:00:00.000Z' } },
})

export const saveSiteForm = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/site/',
  access: { may: 'change site' },
  summary: 'Saves what the academy says about itself',
  description:
    'By the same rules as an import of `site.yaml`. A book keeps its picture by `from`, its place in the list of before. Changed policies get a new version.',
  refuses: ['busy'],
  bodyLimit: 1024 * 1024,
  body: z.strictObject({ site: Site, revision }),
  reply: Done.extend({ revision }),
  example: {
    body: { site, revision: '2026-11-22T15:00:00.000Z' },
    reply: { message: 'Saved. Visitors see it within a second.', revision: '2026-11-22T15:01:00.000Z' },
  },
})

export const previewSiteText = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/site/preview/',
  access: { may: 'change site' },
  summary: 'A text of the site as visitors will see it',
  description: 'Stores nothing. Values in braces are those that are saved.',
  bodyLimit: 256 * 1024,
  body: z.strictObject({ what: z.enum(['founder', 'terms', 'privacy']), markdown: text(LONGEST) }),
  reply: z.object({ html: z.string() }),
  example: {
    body: { what: 'founder', markdown: 'Dana **Demo**' },
    reply: { html: '<p>Dana <strong>Demo</strong></p>' },
  },
})
