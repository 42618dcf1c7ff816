import type { Db, Executor } from '#db/open.ts'
import type { Deps } from '#platform/deps.ts'
import { markdownToHtml } from '#platform/markdown.ts'
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
  return { ...(await readSite(db)), cards, year: now().getUTCFullYear(), public_url: config.publicUrl }
}

export async function founderOf(db: Db) {
  const { founder } = await readSite(db)
  return { founder: founder ? { ...founder, html: markdownToHtml(founder.text) } : null }
}

export async function booksOf(db: Db) {
  const { books } = await readSite(db)
  return { books: books.map(({ preview_url = null, ...book }) => ({ ...book, preview_url })) }
}
