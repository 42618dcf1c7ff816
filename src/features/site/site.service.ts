import type { Db, Executor } from '#db/open.ts'
import type { Deps } from '#platform/deps.ts'
import { markdownToHtml } from '#platform/markdown.ts'
import { dayOf } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { readSiteFrame } from './site.contract.ts'
import { findSettings } from './site.queries.ts'
import { defaultSiteSettings, SiteSettings } from './site.settings.ts'

/** The operator's settings; the defaults until there are any. */
export async function readSite(db: Executor): Promise<SiteSettings> {
  const stored = await findSettings(db)
  return stored === undefined ? defaultSiteSettings : SiteSettings.parse(stored)
}

export async function siteFrame({ db, config, cards, now }: Deps): Promise<ReplyOf<typeof readSiteFrame>> {
  const site = await readSite(db)
  return { ...site, cards, year: yearOf(now(), site), public_url: config.publicUrl }
}

/** Of copyright lines, in the academy's time zone. */
export function yearOf(instant: Date, { time_zone: timeZone }: Pick<SiteSettings, 'time_zone'>): number {
  return Number(dayOf(instant, timeZone).slice(0, 4))
}

export async function founderOf(db: Db) {
  const { founder } = await readSite(db)
  return { founder: founder ? { ...founder, html: markdownToHtml(founder.text) } : null }
}

export async function booksOf(db: Db) {
  const { books } = await readSite(db)
  return { books: books.map(({ preview_url = null, ...book }) => ({ ...book, preview_url })) }
}
