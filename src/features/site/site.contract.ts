import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const CardSetup = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('stripe'), publishableKey: z.string() }),
  z.object({ provider: z.literal('stand-in'), publishableKey: z.string(), url: z.string() }),
])

/** What every page shows of the site's settings. */
export const readSiteFrame = endpoint({
  method: 'GET',
  url: '/Academy/api/site/',
  access: 'anyone',
  summary: 'Name, contact and social links of the academy, this year, and how cards are paid',
  reply: z.object({
    name: z.string(),
    tagline: z.string(),
    description: z.string(),
    phone: z.string(),
    email: z.string(),
    postal_address: z.string(),
    social: z.array(z.object({ name: z.string(), url: z.string() })),
    /** Of the copyright line, told by the server so that a page and its hydration never differ. */
    year: z.int(),
    cards: CardSetup,
    /** Hosts whose book previews may be framed. */
    book_hosts: z.array(z.string()),
    /** The academy's own address without a last slash, for canonical links. */
    public_url: z.string(),
  }),
})

export const readFounder = endpoint({
  method: 'GET',
  url: '/Academy/api/site/founder/',
  access: 'anyone',
  summary: 'Who founded the academy, if that is told',
  reply: z.object({
    founder: z.object({ name: z.string(), credentials: z.string(), html: z.string() }).nullable(),
  }),
})

export const listBooks = endpoint({
  method: 'GET',
  url: '/Academy/api/site/books/',
  access: 'anyone',
  summary: 'Books with their previews',
  reply: z.object({
    books: z.array(
      z.object({ title: z.string(), author: z.string(), preview_url: z.string().nullable(), link: z.string() }),
    ),
  }),
})
