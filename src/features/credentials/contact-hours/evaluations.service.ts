import type { Executor } from '#db/open-database.ts'
import { findApproval } from '#features/credentials/contact-hours/approvals.public.ts'
import { findMember } from '#features/people/accounts/accounts.public.ts'
import { assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import { listMemberLicenses } from '#features/credentials/contact-hours/licenses.public.ts'
import type { Deps } from '#platform/deps.ts'
import { fieldErrors } from '#shared/app-error.ts'
import { type ContactHours, getContactHours, type LicenseSnapshot } from '#shared/contact-hours.ts'
import { formatCertificateName } from '#shared/printed-name.ts'
import {
  countRatings,
  findEvaluation,
  hasExam,
  saveAttestation,
  saveEvaluation,
  listComments,
  type MemberCourse,
} from './evaluations.queries.ts'
import { QUESTIONS } from './evaluations.contract.ts'
import { isComplete, type Rating, type Step, summarizeRatings, type QuestionSummary } from './evaluations.rules.ts'

type CertificateRequirements = {
  contactHours: ContactHours | null
  licenses: LicenseSnapshot[] | null
  missing: Step[]
}

/**
 * The contact hours that a certificate earned on this day would award (null for none), the licenses to store with it,
 * and the steps still missing. Without contact hours, there are no steps and no license is stored.
 */
export async function getCertificateRequirements(
  db: Executor,
  { day, ...whose }: MemberCourse & { day: string | null },
): Promise<CertificateRequirements> {
  const contactHours = day === null ? null : getContactHours(await findApproval(db, whose.courseId), day)
  if (!contactHours) return { contactHours, licenses: null, missing: [] }
  const [given, found] = await Promise.all([getStoredEvaluation(db, whose), listMemberLicenses(db, whose.memberId)])
  const licenses = found.map(({ state, profession, number }) => ({ state, profession, number }))
  const missing: Step[] = []
  if (!given?.evaluatedAt) missing.push('evaluation')
  if (!given?.isAttested) missing.push('attestation')
  if (contactHours.needsLicense && licenses.length === 0) missing.push('license')
  return { contactHours, licenses, missing }
}

/** An attestation applies to the name shown with it, so a new name must be confirmed again. */
async function getStoredEvaluation(db: Executor, whose: MemberCourse) {
  const [found, member] = await Promise.all([findEvaluation(db, whose), findMember(db, whose.memberId)])
  if (!found || !member) return undefined
  return { ...found, isAttested: found.attestedAt !== null && found.attestedName === formatCertificateName(member) }
}

/** The member's earlier evaluation; without one, all ratings are null. */
export async function getEvaluation(db: Executor, whose: MemberCourse) {
  const found = await getStoredEvaluation(db, whose)
  return {
    ratings: found?.ratings ?? QUESTIONS.map((): Rating => null),
    words: found?.words ?? '',
    isAttested: found?.isAttested ?? false,
  }
}

export type EvaluationInput = {
  ratings: Rating[]
  words: string
  /** The name that was shown with the attestation and confirmed; undefined if there is no attestation. */
  attestedAs: string | undefined
}

/**
 * Stores a member's evaluation of a course. The latest one counts, but the first attestation keeps its time. Throws
 * `invalid` with field errors.
 */
export async function submitEvaluation(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  whose: MemberCourse,
  { ratings, words, attestedAs }: EvaluationInput,
): Promise<void> {
  const member = await findMember(db, whose.memberId)
  if (attestedAs !== undefined && (!member || formatCertificateName(member) !== attestedAs))
    throw fieldErrors({ name: ['Your name was changed after you opened this page. Please check it again.'] })
  await db.transaction(async (tx) => {
    await assertActive(tx, { kind: 'member', memberId: whose.memberId })
    await saveEvaluation(tx, whose, { ratings, words, evaluatedAt: isComplete(ratings) ? now() : null })
    if (attestedAs !== undefined) await saveAttestation(tx, whose, attestedAs, now())
  })
}

const PAGE_SIZE = 20

type EvaluationSummary = { members: number; questions: QuestionSummary[]; words: string[]; isMore: boolean }

export async function getEvaluationSummary(
  db: Executor,
  courseId: string,
  { offset }: { offset: number },
): Promise<EvaluationSummary> {
  const questions = summarizeRatings(await countRatings(db, courseId), await hasExam(db, courseId))
  const found = await listComments(db, courseId, { limit: PAGE_SIZE + 1, offset })
  return {
    members: Math.max(0, ...questions.map(({ members }) => members)),
    questions,
    words: found.slice(0, PAGE_SIZE).map(({ words }) => words),
    isMore: found.length > PAGE_SIZE,
  }
}
