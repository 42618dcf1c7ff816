import type { Executor, Transaction } from '#db/open.ts'
import { keepSealed } from '#features/foundation/retained-records/retained-records.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { dayOf } from '#shared/dates.ts'
import { type AwardFilter, listAwards } from './awards.queries.ts'
import { type Award, AWARD_KIND, keptUntil } from './awards.rules.ts'

/** Completions with contact hours, the earliest first. */
export async function awardsOf(db: Executor, filter: AwardFilter): Promise<Award[]> {
  const { timeZone } = await readSite(db)
  return toAwards(await listAwards(db, filter), timeZone)
}

const AT_ONCE = 500

/** The same, some at a time. */
export async function* awardsInParts(db: Executor, filter: AwardFilter): AsyncGenerator<Award[]> {
  const { timeZone } = await readSite(db)
  let after: string | undefined
  for (;;) {
    const found = await listAwards(db, filter, { after, limit: AT_ONCE })
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
            completedOn: dayOf(completedAt, timeZone),
            attestedOn: attestedAt && dayOf(attestedAt, timeZone),
            hours: contactHours.hours,
            provider: contactHours.provider,
            approver: contactHours.approver,
          },
        ]
      : [],
  )
}

/** A part of erasing a member: what an approver may ask for six years long is sealed, before names and licenses go. */
export async function sealAwards(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  tx: Transaction,
  memberId: string,
): Promise<void> {
  const awards = await awardsOf(tx, { memberId })
  const keepUntil = keptUntil(now())
  const records = awards.map((award) => ({
    kind: AWARD_KIND,
    subject: award.certificate,
    content: JSON.stringify(award),
    keepUntil,
  }))
  await keepSealed({ config }, tx, records)
}
