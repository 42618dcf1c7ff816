import { assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { formatDay } from '#shared/dates.ts'
import {
  lockAndCountOpen,
  findAskedQuestion,
  findOwnReport,
  insertQuestionReport,
  listSubmittedPapers,
  listOwnQuestionReports,
} from './question-reports.queries.ts'
import { MAX_OPEN_REPORTS, REPORT_LIMIT } from './question-reports.rules.ts'

type ReportInput = { paperId: string; questionId: string; reason: string; source: string }

/**
 * Stores a member's report about a question in one of their attempts; a repeated request stores it once. Throws
 * `invalid` or `too_many_requests` without revealing the correct answer.
 */
export async function submitQuestionReport(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  memberId: string,
  { paperId, questionId, reason, source }: ReportInput,
): Promise<void> {
  const { db, now } = deps
  await enforceRateLimit(deps, db, REPORT_LIMIT, memberId)
  const asked = await findAskedQuestion(db, { memberId, paperId, questionId })
  if (!asked) throw fieldErrors({ question_id: ['This question wasn’t on an exam you submitted.'] })
  const whose = { memberId, questionId, version: asked.version }
  await db.transaction(async (tx) => {
    await assertActive(tx, { kind: 'member', memberId })
    const many = await lockAndCountOpen(tx, memberId)
    const earlier = await findOwnReport(tx, whose)
    if (earlier?.reason === reason && earlier.source === source) return
    if (earlier)
      throw fieldErrors({ question_id: ['You already reported this question. Your first report is unchanged.'] })
    if (many >= MAX_OPEN_REPORTS)
      throw new AppError(
        'invalid',
        `You have ${MAX_OPEN_REPORTS} reports under review. You can send another after we answer one of them.`,
      )
    await insertQuestionReport(tx, { ...whose, attemptId: asked.attemptId, reason, source, contestedAt: now() })
  })
}

/** The member's question reports and their answers; days are `2026-02-03` in the academy's time zone. */
export async function getOwnQuestionReports({ db }: Pick<Deps, 'db'>, memberId: string) {
  const { timeZone } = await readSite(db)
  const found = await listOwnQuestionReports(db, memberId)
  return found.map(({ contestedAt, outcome, words, answeredAt, ...each }) => ({
    ...each,
    sentOn: formatDay(contestedAt, timeZone),
    answer: outcome && answeredAt ? { outcome, words: words ?? '', on: formatDay(answeredAt, timeZone) } : null,
  }))
}

const PAPERS = 5

/**
 * What the member can still report: questions in their latest submitted attempts. Days are `2026-02-03` in the
 * academy's time zone.
 */
export async function getReportablePapers({ db }: Pick<Deps, 'db'>, memberId: string) {
  const [{ timeZone }, papers] = await Promise.all([readSite(db), listSubmittedPapers(db, memberId, PAPERS)])
  return papers.map(({ handedInAt, ...paper }) => ({ ...paper, handedInOn: formatDay(handedInAt, timeZone) }))
}
