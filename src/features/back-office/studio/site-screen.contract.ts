import { z } from 'zod'
import { UploadedFile } from '#features/catalog/uploads/uploads.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { removeInvisible } from '#shared/tidy-text.ts'
import { Done } from './orders.contract.ts'

const text = (max: number) =>
  z
    .string('Please enter text.')
    .overwrite(removeInvisible)
    .max(max, `Please use at most ${max.toLocaleString('en')} characters.`)
const line = text(300)
const MAX_LENGTH = 100_000
const picture = z.uuid('File not found.').nullable().describe('The uploaded file; null without one.')

const items = z.array(z.strictObject({ title: line, text: text(1_000) })).max(20, 'You can add at most 20 items.')
const slugs = z.array(line).max(20, 'You can choose at most 20 courses.')

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
  refund_days: text(100),
  study_reminder_days: text(100).describe('Empty: no reminders.'),
  examination_wait_hours: text(100),
  logo: picture,
  favicon: picture,
  home_page: z.strictObject({
    welcome: line,
    heading: line,
    text: text(1_000),
    points: items,
    reasons: items,
    picture,
  }),
  home_confirmed: z.boolean().describe('Whether visitors see the home page. Once true, it stays true.'),
  featured_courses: slugs.describe('On the home page; empty for the newest.'),
  popular_courses: slugs.describe('In the footer; empty for the first ones in the catalog.'),
  menu: z.array(z.strictObject({ page: line, label: line })).max(20, 'You can add at most 20 items.'),
  announcement: z.strictObject({ text: text(1_000), link: text(2_000), link_label: line, shown: z.boolean() }),
  colors: z.strictObject({ bar: line, primary: line, buy: line }).describe('As `#12467f`; empty for the usual one.'),
  social: z.array(z.strictObject({ name: line, url: text(2_000) })).max(20, 'You can add at most 20 social links.'),
  founder: z.strictObject({
    name: line,
    credentials: line,
    license: line,
    experience: line,
    text: text(20_000),
    portrait: picture,
  }),
  books: z
    .array(
      z.strictObject({
        from: z.int().min(0).nullable(),
        title: line,
        author: line,
        preview_url: text(2_000),
        link: text(2_000),
        cover: picture,
      }),
    )
    .max(50, 'You can add at most 50 books.'),
  policies: z.strictObject({ terms: text(MAX_LENGTH), privacy: text(MAX_LENGTH) }),
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
  study_reminder_days: '7',
  examination_wait_hours: '12',
  logo: null,
  favicon: null,
  home_page: {
    welcome: 'Welcome to Legal Nurse Academy',
    heading: 'Empowering nurses, enriching careers',
    text: 'Online training for registered nurses.',
    points: [{ title: 'Experience', text: 'Lectures taught by expert instructors.' }],
    reasons: [{ title: 'Best Industry Leaders', text: 'Learn from leaders in legal nurse consulting.' }],
    picture: null,
  },
  home_confirmed: true,
  featured_courses: [],
  popular_courses: ['defense-medical-exam-training'],
  menu: [{ page: '/Courses/', label: 'Courses' }],
  announcement: { text: '', link: '', link_label: '', shown: false },
  colors: { bar: '#12467f', primary: '#12467f', buy: '#bd4b33' },
  social: [],
  founder: { name: '', credentials: '', license: '', experience: '', text: '', portrait: null },
  books: [],
  policies: { terms: '', privacy: '' },
}

const revision = z
  .string()
  .max(2_000)
  .describe('From the last response, so that changes others saved since are not overwritten.')

export const readSiteForm = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/site/',
  access: { may: 'see site settings' },
  summary: 'Get the site settings',
  description: 'Policies are empty where the built-in text applies.',
  reply: z.object({
    site: Site,
    files: z
      .array(UploadedFile.extend({ shown: z.string().nullable().describe('The address of the public page.') }))
      .describe('The images in use.'),
    courses: z
      .array(z.object({ id: z.string(), title: z.string(), is_on_sale: z.boolean() }))
      .describe('All courses, to choose from.'),
    revision,
  }),
  example: {
    reply: {
      site,
      files: [],
      courses: [{ id: 'defense-medical-exam-training', title: 'Defense Medical Exam Training', is_on_sale: true }],
      revision: 'name:0f1e2d3c4b5a',
    },
  },
})

export const saveSiteForm = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/site/',
  access: { may: 'change site settings' },
  summary: 'Save the site settings',
  description:
    'Follows the same rules as importing `site.yaml`. Settings that are not sent stay unchanged; the request is refused only if someone else changed one that is sent. A book keeps its image by `from`, its previous place in the list. New images are rendered in all sizes. Changed policies get a new version.',
  refuses: ['busy'],
  bodyLimit: 1024 * 1024,
  body: z.strictObject({ site: Site.partial(), revision }),
  reply: Done.extend({ revision }),
  example: {
    body: { site: { phone: '(555) 010-0142' }, revision: 'phone:0f1e2d3c4b5a' },
    reply: { message: 'Saved. Visitors see the changes within a second.', revision: 'phone:5a4b3c2d1e0f' },
  },
})

export const previewSiteText = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/site/preview/',
  access: { may: 'see site settings' },
  summary: 'Preview a text of the site',
  description: 'Stores nothing. Placeholders show the saved values.',
  bodyLimit: 256 * 1024,
  body: z.strictObject({ what: z.enum(['founder', 'terms', 'privacy']), markdown: text(MAX_LENGTH) }),
  reply: z.object({ html: z.string() }),
  example: {
    body: { what: 'founder', markdown: 'Dana **Demo**' },
    reply: { html: '<p>Dana <strong>Demo</strong></p>' },
  },
})

export const previewSitePicture = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/site/picture/',
  access: { may: 'see site settings' },
  summary: 'Preview an image of the site',
  description: 'Stores nothing. SVG, PNG, JPEG, WebP, or AVIF.',
  body: z.strictObject({
    place: z.enum(['logo', 'favicon', 'hero', 'portrait', 'book']),
    file: z.uuid('File not found.'),
  }),
  reply: z.object({ image: z.string().describe('A `data:` address.') }),
  example: {
    body: { place: 'portrait', file: '8c2f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' },
    reply: { image: 'data:image/webp;base64,UklGRi…' },
  },
})
