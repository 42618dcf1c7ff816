import { recordEvent } from '#features/audit/audit.public.ts'
import { readKept } from '#features/orders/orders.public.ts'
import { readSite } from '#features/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { Award, AWARD_KIND, awardsCsv, type CeBroker, ceBrokerRows } from './awards.rules.ts'
import { awardsOf } from './awards.service.ts'

type Wanted = {
  /** Of one course; null: of all. */
  slug: string | null
  since: string | null
  until: string | null
  /** Its rows in place of a spreadsheet. */
  ceBroker: CeBroker | null
  by: Staff
}

/**
 * Completions with contact hours as a file, those of members who were erased within six years among them. Told to the log before anything is handed out.
 * Refuses (`forbidden`).
 */
export async function exportAwards(deps: Pick<Deps, 'db' | 'config' | 'now'>, wanted: Wanted): Promise<Buffer> {
  const { slug, since, until, ceBroker, by } = wanted
  if (!may(by, 'export completions')) throw notAllowed(by, 'export completions')
  const { db, config, now } = deps
  const { timeZone } = await readSite(db)
  const awards = await awardsOf(db, {
    ...(slug !== null && { slug }),
    ...(since !== null && { since: startOfDay(since, timeZone) }),
    ...(until !== null && { until: endOfDay(until, timeZone) }),
  })
  const kept = (await readKept(db, config, AWARD_KIND)).flatMap((text) =>
    text === undefined ? [] : [Award.parse(JSON.parse(text))],
  )
  const erased = kept.filter(
    (award) =>
      (slug === null || award.slug === slug) &&
      (since === null || award.completedOn >= since) &&
      (until === null || award.completedOn <= until),
  )
  const all = [...awards, ...erased].toSorted((one, other) => one.completedOn.localeCompare(other.completedOn))
  const days = [since ?? 'the beginning', until ?? 'today'].join(' to ')
  const after = {
    format: ceBroker ? 'CE Broker' : 'csv',
    completions: all.length,
    ...(slug !== null && { course: slug }),
  }
  await db.transaction((tx) =>
    recordEvent(tx, { at: now(), kind: 'completions.exported', by, subject: { id: days }, after }),
  )
  return Buffer.from(ceBroker ? ceBrokerRows(all, ceBroker) : awardsCsv(all))
}
