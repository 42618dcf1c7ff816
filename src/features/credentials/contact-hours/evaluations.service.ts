import type { Executor } from '#db/open.ts'
import { findApproval } from '#features/credentials/contact-hours/approvals.public.ts'
import { findMember } from '#features/people/accounts/accounts.public.ts'
import { refuseInactive } from '#features/foundation/audit-log/audit-log.public.ts'
import { licensesOf } from '#features/credentials/contact-hours/licenses.public.ts'
import type { Deps } from '#platform/deps.ts'
import { fieldErrors } from '#shared/app-error.ts'
import { type ContactHours, contactHoursOn, type KeptLicense } from '#shared/contact-hours.ts'
import { printedName } from '#shared/printed-name.ts'
import {
  countRatings,
  findEvaluation,
  keepAttestation,
  keepEvaluation,
  listWords,
  type Whose,
} from './evaluations.queries.ts'
import { QUESTIONS } from './evaluations.contract.ts'
import { isWhole, type Rating, type Step, summed, type Summed } from './evaluations.rules.ts'

type Before = { contactHours: ContactHours | null; licenses: KeptLicense[] | null; missing: Step[] }

/**
 * What a certificate that is earned on this day awards, the licenses that are to be kept with it, and what of it the member still owes. Without contact hours he owes
 * nothing, and no license is kept.
 */
export async function stepsBefore(db: Executor, { day, ...whose }: Whose & { day: string }): Promise<Before> {
  const contactHours = contactHoursOn(await findApproval(db, whose.courseId), day)
  if (!contactHours) return { contactHours, licenses: null, missing: [] }
  const [given, found] = await Promise.all([givenBy(db, whose), licensesOf(db, whose.memberId)])
  const licenses = found.map(({ state, profession, number }) => ({ state, profession, number }))
  const missing: Step[] = []
  if (!given?.evaluatedAt) missing.push('evaluation')
  if (!given?.isAttested) missing.push('attestation')
  if (contactHours.needsLicense && licenses.length === 0) missing.push('license')
  return { contactHours, licenses, missing }
}

/** What was attested holds for the name that stood there: another name is to be confirmed again. */
async function givenBy(db: Executor, whose: Whose) {
  const [found, member] = await Promise.all([findEvaluation(db, whose), findMember(db, whose.memberId)])
  if (!found || !member) return undefined
  return { ...found, isAttested: found.attestedAt !== null && found.attestedName === printedName(member) }
}

/** What the member said before; all ratings null where he said nothing. */
export async function evaluationOf(db: Executor, whose: Whose) {
  const found = await givenBy(db, whose)
  return {
    ratings: found?.ratings ?? QUESTIONS.map((): Rating => null),
    words: found?.words ?? '',
    isAttested: found?.isAttested ?? false,
  }
}

export type Given = {
  ratings: Rating[]
  words: string
  /** The name as it was shown, which is confirmed with the attestation; undefined where nothing is attested. */
  attestedAs: string | undefined
}

/** Keeps what a member says of a course; said again, the last counts, but the time of his first attestation stands. Refuses (`invalid` by field). */
export async function giveEvaluation(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  whose: Whose,
  { ratings, words, attestedAs }: Given,
): Promise<void> {
  const member = await findMember(db, whose.memberId)
  if (attestedAs !== undefined && (!member || printedName(member) !== attestedAs))
    throw fieldErrors({ name: ['Your name has changed meanwhile. Please look at it again.'] })
  await db.transaction(async (tx) => {
    await refuseInactive(tx, { kind: 'member', memberId: whose.memberId })
    await keepEvaluation(tx, whose, { ratings, words, evaluatedAt: isWhole(ratings) ? now() : null })
    if (attestedAs !== undefined) await keepAttestation(tx, whose, attestedAs, now())
  })
}

const SCREENFUL = 20

type Summary = { members: number; questions: Summed[]; words: string[]; isMore: boolean }

/** What members said of a course, without their names. */
export async function summaryOf(db: Executor, courseId: string, { offset }: { offset: number }): Promise<Summary> {
  const questions = summed(await countRatings(db, courseId))
  const found = await listWords(db, courseId, { limit: SCREENFUL + 1, offset })
  return {
    members: Math.max(0, ...questions.map(({ members }) => members)),
    questions,
    words: found.slice(0, SCREENFUL).map(({ words }) => words),
    isMore: found.length > SCREENFUL,
  }
}
