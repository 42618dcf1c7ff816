import type { Executor } from '#db/open.ts'
import { dayOf } from '#shared/dates.ts'
import { findSettings } from './site.queries.ts'
import { type Site, siteOf, SiteSettings } from './site.settings.ts'

/** The operator's settings, in the glossary's words; the defaults until there are any. */
export async function readSite(db: Executor): Promise<Site> {
  return siteOf(SiteSettings.parse((await findSettings(db)) ?? {}))
}

/** Of copyright lines, in the academy's time zone. */
export function yearOf(instant: Date, { timeZone }: Pick<Site, 'timeZone'>): number {
  return Number(dayOf(instant, timeZone).slice(0, 4))
}
