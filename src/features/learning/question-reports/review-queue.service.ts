import { findMember } from '#features/people/accounts/accounts.public.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { cutText } from '#shared/cut-text.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { pageAddress } from '#shared/pages.ts'
import { renderReportAnswerEmail } from './question-report.email.ts'
import { sendReportAnswerEmail } from './question-reports.queues.ts'
import type { ReportOutcome } from './question-reports.rules.ts'
import {
  saveAnswerOnce,
  countQuestionReports,
  findQuestionReport,
  listReviewQueue,
  type ReviewQueueFilter,
} from './review-queue.queries.ts'

const MAX_QUESTION_LENGTH = 200

const reportNotFoundError = () =>
  new AppError('not_found', 'Question report not found. The member might have been deleted.')

export async function getReviewQueue({ db }: Pick<Deps, 'db'>, { limit, ...wanted }: ReviewQueueFilter) {
  const found = await listReviewQueue(db, { ...wanted, limit: limit + 1 })
  return { contests: found.slice(0, limit), isMore: found.length > limit, count: await countQuestionReports(db) }
}

/** A report with its question, for the staff member who decides it. Throws `not_found`. */
export async function getQuestionReport({ db }: Pick<Deps, 'db'>, id: string, by: Staff) {
  const found = await findQuestionReport(db, id)
  if (!found) throw reportNotFoundError()
  const { report, answers, options, answerIndex } = found
  // Reports that were made before attempts were stored use the order of the question bank.
  const order = found.order ?? [...options.keys()]
  return {
    ...found,
    options: order.map((index) => options[index] ?? ''),
    answerIndex: order.indexOf(answerIndex),
    chosen: answers.find(({ questionId }) => questionId === report.questionId)?.chosen,
    seesMember: hasPermission(by, 'see members'),
    mayAnswer: report.answeredAt === null && hasPermission(by, 'answer question report', report),
  }
}

type Answer = { id: string; outcome: ReportOutcome; words: string; by: Staff }

/**
 * Answers a question report, once, and notifies the member. Throws `not_found` or `forbidden`, or `invalid` if it was
 * already answered.
 */
export async function answerReport(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { id, outcome, words, by }: Answer,
): Promise<void> {
  const found = await findQuestionReport(db, id)
  if (!found) throw reportNotFoundError()
  const { report, slug, title, question } = found
  const { memberId } = report
  if (!hasPermission(by, 'answer question report', { memberId }))
    throw permissionDeniedError(by, 'answer question report')
  const answeredBy = by.kind === 'member' ? by.memberId : null
  await db.transaction(async (tx) => {
    if (!(await saveAnswerOnce(tx, report.id, { outcome, words, answeredAt: now(), answeredBy })))
      throw new AppError('invalid', 'Someone already answered this report. Reload the page to read the answer.')
    await recordEvent(tx, {
      at: now(),
      kind: 'contest.answered',
      by,
      memberId,
      subject: { id: slug, name: title },
      after: { question: cutText(question, MAX_QUESTION_LENGTH), outcome },
    })
    await jobs.enqueue(tx, sendReportAnswerEmail, { memberId, contestId: report.id })
  })
}

/** The job handler: emails the answer to the member, unless they have been erased. */
export async function deliverReportAnswerEmail(
  { db, mail, config }: Pick<Deps, 'db' | 'mail' | 'config'>,
  id: string,
): Promise<void> {
  const found = await findQuestionReport(db, id)
  const member = found && (await findMember(db, found.report.memberId))
  if (!member || found.report.outcome === null) return
  const { outcome, words } = found.report
  const email = renderReportAnswerEmail({
    site: await readSite(db),
    member,
    courseName: found.title,
    question: found.question,
    outcome,
    words: words ?? '',
    address: config.publicUrl + pageAddress('/Account/Contests'),
  })
  await mail.send({ to: member.email, memberId: member.id, ...email })
}
