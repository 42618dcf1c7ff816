import type { Executor } from '#db/open.ts'
import { findMember } from '#features/people/accounts/accounts.public.ts'
import {
  evaluationOf,
  type Given,
  giveEvaluation,
  stepsBefore,
} from '#features/credentials/contact-hours/evaluations.public.ts'
import { findOwned } from '#features/foundation/ownership/ownership.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { throttle } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { dayOf } from '#shared/dates.ts'
import type { Limit } from '#shared/limit.ts'
import { printedName } from '#shared/printed-name.ts'
import { bestCountedAttempt, findExamined } from './exams.queries.ts'
import { isPassed } from './exams.rules.ts'

const EVALUATIONS: Limit = { what: 'evaluation', hits: 30, windowMs: 60 * 60_000 }

type Whose = { memberId: string; courseId: string }

/** The member's best attempt in a course, where it was counted and passed. */
export async function passedAttempt(db: Executor, { memberId, courseId }: Whose) {
  const best = await bestCountedAttempt(db, memberId, courseId)
  return best && isPassed(best) ? best : undefined
}

async function ownedCourse(db: Executor, memberId: string, slugOrPurchaseId: string): Promise<Whose> {
  const owned = await findOwned(db, memberId, 'course', slugOrPurchaseId)
  if (!owned) throw new AppError('not_found', 'No such examination.')
  return { memberId, courseId: owned.id }
}

/** What stands between a member and the certificate of a course. Refuses (`not_found`). */
export async function stepsOf({ db, now }: Pick<Deps, 'db' | 'now'>, memberId: string, slugOrPurchaseId: string) {
  const whose = await ownedCourse(db, memberId, slugOrPurchaseId)
  const [member, site, examined, passed] = await Promise.all([
    findMember(db, memberId),
    readSite(db),
    findExamined(db, whose),
    passedAttempt(db, whose),
  ])
  if (!member) throw new AppError('not_found', 'No such examination.')
  const day = dayOf(passed?.createdAt ?? now(), site.timeZone)
  const [{ contactHours }, given] = await Promise.all([stepsBefore(db, { ...whose, day }), evaluationOf(db, whose)])
  const { firstName, lastName, credentialsAfterName } = member
  const name = { firstName, lastName, credentialsAfterName, printed: printedName(member) }
  return { ...examined, hasPassed: passed !== undefined, contactHours, name, ...given }
}

/** Keeps what a member says of a course whose examination he has passed. Refuses (`not_found`, `too_many_requests`, `exam_not_passed`, `invalid` by field). */
export async function giveStepsOf(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  memberId: string,
  { slugOrPurchaseId, ...given }: Given & { slugOrPurchaseId: string },
): Promise<void> {
  const whose = await ownedCourse(deps.db, memberId, slugOrPurchaseId)
  await throttle(deps, deps.db, EVALUATIONS, memberId)
  // What is said of an examination, and the word that it was taken, come after it.
  if (!(await passedAttempt(deps.db, whose)))
    throw new AppError('exam_not_passed', 'Please pass the examination first.')
  await giveEvaluation(deps, whose, given)
}
