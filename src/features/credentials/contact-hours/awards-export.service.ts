import type { Readable } from 'node:stream'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { readKept } from '#features/foundation/retained-records/retained-records.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { writeWorkbook } from '#platform/workbook.ts'
import { writtenFile } from '#platform/written-file.ts'
import { Award, AWARD_KIND, AWARDS_HEAD, awardLines, type CeBroker, ceBrokerRows } from './awards.rules.ts'
import { awardsInParts } from './awards.service.ts'

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
 * Completions with contact hours as a file, sent as they are read: the earliest first, and after them those of members who were erased within six years. Told to the log
 * before the first is handed out. Refuses (`forbidden`).
 */
export async function exportAwards(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'log'>,
  wanted: Wanted,
): Promise<Readable> {
  const { slug, since, until, ceBroker, by } = wanted
  if (!may(by, 'export completions')) throw notAllowed(by, 'export completions')
  const { db, now } = deps
  const days = [since ?? 'the beginning', until ?? 'today'].join(' to ')
  const after = { format: ceBroker ? 'CE Broker' : 'csv', ...(slug !== null && { course: slug }) }
  await db.transaction((tx) =>
    recordEvent(tx, { at: now(), kind: 'completions.exported', by, subject: { id: days }, after }),
  )
  return writtenFile(deps, 'completions', async (put) => {
    if (ceBroker) return writeWorkbook('Roster', rosterRows(allAwards(deps, wanted), ceBroker), put)
    await put(AWARDS_HEAD)
    for await (const awards of allAwards(deps, wanted)) await put(awardLines(awards))
  })
}

async function* rosterRows(awards: AsyncIterable<Award[]>, ceBroker: CeBroker): AsyncGenerator<string[][]> {
  for await (const some of awards) yield ceBrokerRows(some, ceBroker)
}

async function* allAwards(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { slug, since, until }: Pick<Wanted, 'slug' | 'since' | 'until'>,
): AsyncGenerator<Award[]> {
  const { timeZone } = await readSite(db)
  yield* awardsInParts(db, {
    ...(slug !== null && { slug }),
    ...(since !== null && { since: startOfDay(since, timeZone) }),
    ...(until !== null && { until: endOfDay(until, timeZone) }),
  })
  for await (const kept of readKept(db, config, AWARD_KIND))
    yield kept
      .map((text) => Award.parse(JSON.parse(text)))
      .filter(
        (award) =>
          (slug === null || award.slug === slug) &&
          (since === null || award.completedOn >= since) &&
          (until === null || award.completedOn <= until),
      )
}
