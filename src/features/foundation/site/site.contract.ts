import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { POLICY_NAMES } from './policies.rules.ts'

const CardSetup = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('none').describe('Nothing can be bought yet.') }),
  z.object({ provider: z.literal('stripe'), publishableKey: z.string() }),
  z.object({ provider: z.literal('stand-in'), publishableKey: z.string(), url: z.string() }),
])

const SizedImage = z.object({ width: z.int(), height: z.int(), url: z.string() })

export const Picture = SizedImage.extend({ format: z.enum(['avif', 'webp']) })

export const readSiteFrame = endpoint({
  method: 'GET',
  url: '/Academy/api/site/',
  access: 'anyone',
  cached: 'catalog',
  summary: "Get the academy's name, contact, and social links, the year, and how cards are charged",
  description:
    "All from the operator's settings. With the Stripe emulator, `cards` also has its address. Until keys are set up, nothing can be bought.",
  reply: z.object({
    name: z.string(),
    tagline: z.string(),
    logo: z
      .object({
        images: z.array(SizedImage).describe('For screens with one, two, and three pixels per point.'),
        is_lettering: z.boolean().describe('Whether the name is part of it and not shown next to it.'),
      })
      .nullable()
      .describe("The operator's logo; null for the academy's own mark."),
    icons: z.array(SizedImage).describe('The same logo on a square; empty without one.'),
    description: z.string(),
    phone: z.string(),
    email: z.string(),
    postal_address: z.string(),
    language: z.string().describe('For dates and amounts: a tag such as en-US.'),
    time_zone: z.string().describe('For documents and deadlines, such as America/New_York.'),
    social: z.array(z.object({ name: z.string(), url: z.string() })),
    year: z.int().describe('For the copyright line, from the server so that a page and its hydration never differ.'),
    cards: CardSetup,
    refund_days: z.int().nullable().describe('The refund window in days, as in the terms; null if they have none.'),
    has_built_in_terms: z
      .boolean()
      .describe('Whether the terms, with their conditions for refunds, are the built-in ones.'),
    automatic_tax: z.boolean().describe('Whether tax is added to prices, so that paying requires an address.'),
    menu: z
      .array(z.object({ page: z.string(), label: z.string() }))
      .nullable()
      .describe("The owner's menu; null for the usual one."),
    announcement: z
      .object({ text: z.string(), link: z.string().nullable(), link_label: z.string(), id: z.string() })
      .nullable()
      .describe('Shown above the header, as plain text. `id` changes with its content.'),
    colors: z
      .record(z.string(), z.string())
      .describe("CSS custom properties for the owner's colors; empty for the usual ones."),
    book_hosts: z.array(z.string()).describe('Hosts whose book previews may be framed.'),
    public_url: z.string().describe("The academy's address without a trailing slash, for canonical links."),
  }),
  example: {
    reply: {
      name: 'Legal Nurse Academy',
      tagline: 'Empowering nurses, enriching careers',
      logo: { images: [{ width: 36, height: 36, url: '/images/5d20…/logo-36.webp' }], is_lettering: false },
      icons: [{ width: 192, height: 192, url: '/images/91ab…/icon-192.png' }],
      description: 'Online training for registered nurses who work as legal nurse consultants.',
      phone: '(555) 010-0142',
      email: 'hello@academy.example.com',
      postal_address: '100 Example Avenue, Suite 200, Springfield, ZZ 00000',
      language: 'en-US',
      time_zone: 'America/New_York',
      social: [{ name: 'LinkedIn', url: 'https://example.com/linkedin/legal-nurse-academy' }],
      year: 2026,
      cards: { provider: 'stripe', publishableKey: 'pk_live_…' },
      refund_days: 14,
      has_built_in_terms: true,
      automatic_tax: false,
      menu: null,
      announcement: { text: 'Enrollment opens Monday.', link: '/Courses/', link_label: 'Learn more', id: '1f0c2a9b' },
      colors: {},
      book_hosts: ['example.com'],
      public_url: 'https://academy.example.com',
    },
  },
})

export const readPolicyText = endpoint({
  method: 'GET',
  url: '/Academy/api/site/policies/:policy/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'Get the Terms of Service or the Privacy Policy',
  description:
    "The operator's own text, or the built-in text with the operator's values; sanitized HTML. `version` changes with the text of the terms and is stored with accounts.",
  params: z.strictObject({ policy: z.enum(POLICY_NAMES).describe('Which of the two.') }),
  reply: z.object({
    version: z.string(),
    effective_on: z.string(),
    intro_html: z.string(),
    sections: z.array(
      z.object({
        id: z.string(),
        heading: z.string().describe('Empty in a text without headings, which is one section.'),
        html: z.string(),
      }),
    ),
  }),
  example: {
    params: { policy: 'terms' },
    reply: {
      version: '2026-11-26',
      effective_on: '2026-11-26',
      intro_html: '<p>The agreement between you and Legal Nurse Academy.</p>',
      sections: [{ id: 'refunds', heading: 'Refunds', html: '<p>Write to us within 14 days of your purchase.</p>' }],
    },
  },
})

export const readFounder = endpoint({
  method: 'GET',
  url: '/Academy/api/site/founder/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'Get the founder',
  description: '`founder` is null if the operator has not added one. The text is sanitized HTML.',
  reply: z.object({
    founder: z
      .object({
        name: z.string(),
        credentials: z.string(),
        html: z.string(),
        images: z.array(Picture).describe('The portrait; empty without one.'),
      })
      .nullable(),
  }),
  example: {
    reply: {
      founder: {
        name: 'Dana Demo',
        credentials: 'RN',
        html: '<p>Dana worked for many years at the bedside.</p>',
        images: [{ format: 'webp', width: 352, height: 440, url: '/images/0b7c…/portrait-352.webp' }],
      },
    },
  },
})

export const listBooks = endpoint({
  method: 'GET',
  url: '/Academy/api/site/books/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'List books with their previews',
  description: "A preview's host is one of `book_hosts`. A book without a preview only has its link.",
  reply: z.object({
    books: z.array(
      z.object({
        title: z.string(),
        author: z.string(),
        images: z.array(Picture).describe('The cover; empty without one.'),
        preview_url: z.string().nullable(),
        link: z.string(),
      }),
    ),
  }),
  example: {
    reply: {
      books: [
        {
          title: 'Facts First',
          author: 'Dana Demo',
          images: [{ format: 'webp', width: 240, height: 320, url: '/images/77e1…/book-1-240.webp' }],
          preview_url: null,
          link: 'https://example.com/books/facts-first',
        },
      ],
    },
  },
})
