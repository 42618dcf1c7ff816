import type { Executor, Transaction } from '#db/open-database.ts'
import { saveSealedRecords } from '#features/foundation/retained-records/retained-records.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { formatDay } from '#shared/dates.ts'
import { type AwardFilter, listAwards } from './awards.queries.ts'
import { type Award, AWARD_KIND, retainUntil } from './awards.rules.ts'

export async function getAwards(db: Executor, filter: AwardFilter): Promise<Award[]> {
  const { timeZone } = await readSite(db)
  return toAwards(await listAwards(db, filter), timeZone)
}

const BATCH_SIZE = 500

export async function* readAwardBatches(db: Executor, filter: AwardFilter): AsyncGenerator<Award[]> {
  const { timeZone } = await readSite(db)
  let after: string | undefined
  for (;;) {
    const found = await listAwards(db, filter, { after, limit: BATCH_SIZE })
    if (found.length === 0) return
    yield toAwards(found, timeZone)
    after = found.at(-1)?.certificate
  }
}

function toAwards(found: Awaited<ReturnType<typeof listAwards>>, timeZone: string): Award[] {
  return found.flatMap(({ contactHours, completedAt, attestedAt, ...award }) =>
    contactHours
      ? [
          {
            ...award,
            completedOn: formatDay(completedAt, timeZone),
            attestedOn: attestedAt && formatDay(attestedAt, timeZone),
            hours: contactHours.hours,
            provider: contactHours.provider,
            approver: contactHours.approver,
          },
        ]
      : [],
  )
}

/**
 * When a member is erased, and before names and licenses are removed, encrypts the records that an accrediting body may
 * request for six years.
 */
export async function sealAwards(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  tx: Transaction,
  memberId: string,
): Promise<void> {
  const awards = await getAwards(tx, { memberId })
  const keepUntil = retainUntil(now())
  const records = awards.map((award) => ({
    kind: AWARD_KIND,
    subject: award.certificate,
    content: JSON.stringify(award),
    keepUntil,
  }))
  await saveSealedRecords({ config }, tx, records)
}
