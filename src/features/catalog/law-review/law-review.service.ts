import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { recordPublishedVersion, recordVersion } from '#features/catalog/drafts/drafts.public.ts'
import { saveLaw } from '#features/catalog/law/law.public.ts'
import { saveInTransaction } from '#features/foundation/products/products.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { formatDay } from '#shared/dates.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { countByState, listByState, lockLaw, type ReviewFilter } from './law-review.queries.ts'
import { getDueCutoff, validateNextReviewDay, addYear } from './law-review.rules.ts'

type LawDeps = Pick<Deps, 'db' | 'now'>

async function getToday({ db, now }: LawDeps): Promise<string> {
  return formatDay(now(), (await readSite(db)).timeZone)
}

/** Lists lectures by the date of their next law review. */
export async function listLawReviewsByState(deps: LawDeps, { limit, ...wanted }: ReviewFilter) {
  const today = await getToday(deps)
  const until = getDueCutoff(today)
  const found = await listByState(deps.db, until, { ...wanted, limit: limit + 1 })
  const count = await countByState(deps.db, until)
  return { lectures: found.slice(0, limit), isMore: found.length > limit, count, today, next: addYear(today) }
}

type Confirmation = {
  lectureId: string
  /** The `as_of` date that the reviewer saw. */
  seen: string
  lookAgainBy: string
  by: Staff
}

/**
 * Confirms that a lecture's legal content is still current. This is published at once, without the rest of a draft. It
 * becomes a version of its own, so that no import undoes it unnoticed. Throws `not_found`. Throws `invalid` if someone
 * else reviewed the lecture first.
 */
export async function confirmLawReview(
  deps: LawDeps,
  { lectureId, seen, lookAgainBy, by }: Confirmation,
): Promise<void> {
  if (!hasPermission(by, 'publish')) throw permissionDeniedError(by, 'publish')
  const today = await getToday(deps)
  const wrong = validateNextReviewDay(lookAgainBy, today)
  if (wrong !== undefined) throw fieldErrors({ look_again_by: [wrong] })
  await saveInTransaction(deps, new Map(), async ({ tx, now }) => {
    const found = await lockLaw(tx, lectureId)
    if (!found) throw new AppError('not_found', 'This lecture no longer has legal content. Reload the page.')
    const { name, product, law } = found
    if (law.asOf !== seen)
      throw new AppError('invalid', 'Someone else reviewed or changed this lecture. Reload the page.')
    await recordPublishedVersion(tx, product)
    await saveLaw(tx, lectureId, { ...law, asOf: today, lookAgainBy })
    await recordVersion(tx, { product, origin: 'studio', now })
    await recordEvent(tx, {
      at: now,
      kind: 'law.confirmed',
      by,
      subject: { id: product.slug, name: product.title },
      before: { lecture: name, 'as of': law.asOf, 'next review': law.lookAgainBy ?? 'never' },
      after: { lecture: name, 'as of': today, 'next review': lookAgainBy },
    })
  })
}
