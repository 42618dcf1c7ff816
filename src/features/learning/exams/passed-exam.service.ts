import { findOwnedProduct } from '#features/foundation/ownership/ownership.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { formatDay } from '#shared/dates.ts'
import { findExamTitle } from './exams.queries.ts'
import { examNotFoundError, getPaperResult } from './exams.service.ts'
import { findLastPassedAttempt, listPaperQuestions } from './papers.queries.ts'

/**
 * The result of the member's last passed attempt, as after submitting it; `passed` is null before they pass. Starts no
 * attempt. Throws `not_found`.
 */
export async function getPassedExam({ db, now }: Pick<Deps, 'db' | 'now'>, memberId: string, slugOrPurchaseId: string) {
  const owned = await findOwnedProduct(db, memberId, 'course', slugOrPurchaseId)
  if (!owned) throw examNotFoundError()
  const whose = { memberId, courseId: owned.id }
  const title = await findExamTitle(db, owned.id)
  const found = await findLastPassedAttempt(db, whose)
  if (!found) return { title, passed: null }
  const { attempt, passedAt, paper } = found
  const questions = paper ? await listPaperQuestions(db, paper.questions) : []
  const result = await db.transaction((tx) => getPaperResult(tx, { ...whose, attempt, questions, now: now() }))
  const passedOn = formatDay(passedAt, (await readSite(db)).timeZone)
  return { title, passed: { passedOn, paper: paper && paper.id, questions, result } }
}
