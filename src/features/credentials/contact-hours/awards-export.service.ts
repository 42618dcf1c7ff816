import type { Readable } from 'node:stream'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { readRetainedRecords } from '#features/foundation/retained-records/retained-records.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { type Cell, writeWorkbook } from '#platform/workbook.ts'
import { createFileStream } from '#platform/file-stream.ts'
import {
  Award,
  AWARD_KIND,
  AWARDS_CSV_HEAD,
  formatAwardLines,
  type CeBrokerOptions,
  toCeBrokerRows,
} from './awards.rules.ts'
import { readAwardBatches } from './awards.service.ts'

type AwardExportFilter = {
  /** The course's slug; null for all courses. */
  slug: string | null
  since: string | null
  until: string | null
  ceBroker: CeBrokerOptions | null
  by: Staff
}

/**
 * Streams completions with contact hours as a file: earliest first, followed by those of members erased within the past
 * six years. The export is logged before the first row is sent. Throws `forbidden`.
 */
export async function exportAwards(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'log'>,
  wanted: AwardExportFilter,
): Promise<Readable> {
  const { slug, since, until, ceBroker, by } = wanted
  if (!hasPermission(by, 'export completions')) throw permissionDeniedError(by, 'export completions')
  const { db, now } = deps
  const days = [since ?? 'the beginning', until ?? 'today'].join(' to ')
  const after = { format: ceBroker ? 'CE Broker' : 'csv', ...(slug !== null && { course: slug }) }
  await db.transaction((tx) =>
    recordEvent(tx, { at: now(), kind: 'completions.exported', by, subject: { id: days }, after }),
  )
  return createFileStream(deps, 'completions', async (put) => {
    if (ceBroker) return writeWorkbook('Roster', toRosterRows(readAllAwards(deps, wanted), ceBroker), put)
    await put(AWARDS_CSV_HEAD)
    for await (const awards of readAllAwards(deps, wanted)) await put(formatAwardLines(awards))
  })
}

async function* toRosterRows(awards: AsyncIterable<Award[]>, ceBroker: CeBrokerOptions): AsyncGenerator<Cell[][]> {
  for await (const some of awards) yield toCeBrokerRows(some, ceBroker)
}

async function* readAllAwards(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { slug, since, until }: Pick<AwardExportFilter, 'slug' | 'since' | 'until'>,
): AsyncGenerator<Award[]> {
  const { timeZone } = await readSite(db)
  const batches = readAwardBatches(db, {
    ...(slug !== null && { slug }),
    ...(since !== null && { since: startOfDay(since, timeZone) }),
    ...(until !== null && { until: endOfDay(until, timeZone) }),
  })
  // A member who was erased after their completion was sent is also among the retained records.
  const sent = new Set<string>()
  for await (const awards of batches) {
    for (const { certificate } of awards) sent.add(certificate)
    yield awards
  }
  for await (const record of readRetainedRecords(db, config, AWARD_KIND))
    yield record
      .map((text) => Award.parse(JSON.parse(text)))
      .filter(
        (award) =>
          !sent.has(award.certificate) &&
          (slug === null || award.slug === slug) &&
          (since === null || award.completedOn >= since) &&
          (until === null || award.completedOn <= until),
      )
}
