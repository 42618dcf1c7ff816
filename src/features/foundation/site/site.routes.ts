import type { FastifyInstance } from 'fastify'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { documentText } from '#shared/markdown.ts'
import { readPolicy, refundDaysTold } from './policies.service.ts'
import { listBooks, readFounder, readPolicyText, readSiteFrame } from './site.contract.ts'
import { readBookCovers, readLogo, readPortrait } from './site-images.service.ts'
import { readSite, yearOf } from './site.service.ts'
import type { Site } from './site.settings.ts'

export function siteRoutes(app: FastifyInstance, { db, config, cards, now }: Deps): void {
  serve(app, readSiteFrame, async () => {
    const site = await readSite(db)
    const { logo, icons } = await readLogo(db)
    return {
      ...onEveryPage(site),
      refund_days: await refundDaysTold(db, site),
      logo: logo && { images: logo.images, is_lettering: logo.isLettering },
      icons,
      cards,
      year: yearOf(now(), site),
      public_url: config.publicUrl,
    }
  })
  serve(app, readPolicyText, async ({ params: { policy } }) => {
    const { version, effectiveOn, intro, sections } = await readPolicy(db, policy)
    return { version, effective_on: effectiveOn, intro_html: intro, sections }
  })
  serve(app, readFounder, async () => {
    const { founder } = await readSite(db)
    if (!founder) return { founder: null }
    const text = documentText(founder.text)
    const { html } = (await readRendered(db, [text]))(text)
    return { founder: { ...founder, html, images: await readPortrait(db) } }
  })
  serve(app, listBooks, async () => {
    const { books } = await readSite(db)
    const covers = await readBookCovers(db)
    return { books: books.map((book, index) => ({ ...withPreview(book), images: covers.get(index) ?? [] })) }
  })
}

function onEveryPage(
  site: Site,
): Omit<ReplyOf<typeof readSiteFrame>, 'logo' | 'icons' | 'cards' | 'year' | 'public_url' | 'refund_days'> {
  const { name, tagline, description, phone, email, postalAddress, language, social, isTaxAdded, bookHosts } = site
  return {
    name,
    tagline,
    description,
    phone,
    email,
    postal_address: postalAddress,
    language,
    social,
    automatic_tax: isTaxAdded,
    book_hosts: bookHosts,
  }
}

function withPreview({ title, author, link, previewUrl }: Site['books'][number]) {
  return { title, author, preview_url: previewUrl ?? null, link }
}
