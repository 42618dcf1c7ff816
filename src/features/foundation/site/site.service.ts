import type { Executor } from '#db/open-database.ts'
import { formatDay } from '#shared/dates.ts'
import { findSettings } from './site.queries.ts'
import { type Site, toSite, SiteSettings } from './site-settings.service.ts'

/** Reads the operator's settings, by the names that the code uses. Settings that are not set have default values. */
export async function readSite(db: Executor): Promise<Site> {
  return toSite(SiteSettings.parse((await findSettings(db)) ?? {}))
}

/** Returns the year for copyright lines, in the academy's time zone. */
export function getYear(instant: Date, { timeZone }: Pick<Site, 'timeZone'>): number {
  return Number(formatDay(instant, timeZone).slice(0, 4))
}
