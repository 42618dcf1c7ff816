import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { deriveBrandProperties } from '#shared/brand-colors.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { toDocumentMarkdown } from '#shared/markdown.ts'
import { getRefundPolicy, readPolicy } from './policies.service.ts'
import { listBooks, readFounder, readPolicyText, readSiteFrame } from './site.contract.ts'
import { readBookCovers, readLogo, readPortrait } from './site-images.service.ts'
import { readSite, getYear } from './site.service.ts'
import type { Site } from './site-settings.service.ts'

export function siteRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, now } = deps
  registerEndpoint(app, readSiteFrame, async () => {
    const site = await readSite(db)
    const { logo, icons } = await readLogo(db)
    const refunds = await getRefundPolicy(db, site)
    return {
      ...toSiteFrame(site),
      refund_days: refunds.days,
      has_built_in_terms: refunds.isBuiltIn,
      logo: logo && { images: logo.images, is_lettering: logo.isLettering },
      icons,
      cards: deps.cards,
      year: getYear(now(), site),
      public_url: config.publicUrl,
    }
  })
  registerEndpoint(app, readPolicyText, async ({ params: { policy } }) => {
    const { version, effectiveOn, intro, sections } = await readPolicy(db, policy)
    return { version, effective_on: effectiveOn, intro_html: intro, sections }
  })
  registerEndpoint(app, readFounder, async () => {
    const { founder } = await readSite(db)
    if (!founder) return { founder: null }
    const text = toDocumentMarkdown(founder.text)
    const { html } = (await readRendered(db, [text]))(text)
    return { founder: { ...founder, html, images: await readPortrait(db) } }
  })
  registerEndpoint(app, listBooks, async () => {
    const { books } = await readSite(db)
    const covers = await readBookCovers(db)
    return { books: books.map((book, index) => ({ ...toBookReply(book), images: covers.get(index) ?? [] })) }
  })
}

function toSiteFrame(
  site: Site,
): Omit<
  EndpointReply<typeof readSiteFrame>,
  'logo' | 'icons' | 'cards' | 'year' | 'public_url' | 'refund_days' | 'has_built_in_terms'
> {
  const { name, tagline, description, phone, email, postalAddress, language, timeZone, social, isTaxAdded } = site
  const { bookHosts, menu, announcement, colors } = site
  return {
    name,
    tagline,
    description,
    phone,
    email,
    postal_address: postalAddress,
    language,
    time_zone: timeZone,
    social,
    automatic_tax: isTaxAdded,
    book_hosts: bookHosts,
    menu: menu ?? null,
    announcement: announcement?.shown ? toAnnouncement(announcement) : null,
    colors: deriveBrandProperties(colors ?? {}),
  }
}

/**
 * Returns the announcement. Its ID depends on its content, so that visitors who closed this announcement still see the
 * next one.
 */
function toAnnouncement({ text, link, link_label: label = 'Learn more' }: NonNullable<Site['announcement']>) {
  const id = createHash('sha256')
    .update(JSON.stringify([text, link, label]))
    .digest('hex')
    .slice(0, 8)
  return { text, link: link ?? null, link_label: label, id }
}

function toBookReply({ title, author, link, previewUrl }: Site['books'][number]) {
  return { title, author, preview_url: previewUrl ?? null, link }
}
