import type { FastifyInstance } from 'fastify'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { formatMinute } from '#shared/dates.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import { answerQuestionReport, findQuestionReports, readQuestionReport } from './question-reports.contract.ts'
import {
  answerReport,
  getQuestionReport,
  getReviewQueue,
} from '#features/learning/question-reports/question-reports.public.ts'

const PAGE_SIZE = 20

export function reviewQueueRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, findQuestionReports, async ({ body: { state, after } }) => {
    const { timeZone } = await readSite(deps.db)
    const { contests, isMore, count } = await getReviewQueue(deps, {
      state,
      after: after ?? undefined,
      limit: PAGE_SIZE,
    })
    return {
      contests: contests.map(({ at, title, ...each }) => ({ ...each, item: title, date: formatMinute(at, timeZone) })),
      is_more: isMore,
      count,
    }
  })
  registerEndpoint(app, readQuestionReport, async ({ params: { id }, member }) => {
    const { timeZone } = await readSite(deps.db)
    return toReviewView(await getQuestionReport(deps, id, toStaff(member)), timeZone)
  })
  registerEndpoint(app, answerQuestionReport, async ({ params: { id }, body: { outcome, words }, member }) => {
    await answerReport(deps, { id, outcome, words, by: toStaff(member) })
    return { message: 'Answered. We’re emailing your answer to the member.' }
  })
}

function toReviewView(
  found: Awaited<ReturnType<typeof getQuestionReport>>,
  timeZone: string,
): EndpointReply<typeof readQuestionReport> {
  const { report, member, chosen } = found
  const { outcome, words, answeredAt } = report
  const name = [member.firstName, member.lastName].filter(Boolean).join(' ')
  return {
    id: report.id,
    date: formatMinute(report.contestedAt, timeZone),
    member: found.seesMember ? { id: report.memberId, name: name || member.username } : null,
    product: found.courseId,
    item: found.title,
    key: found.key,
    version: report.version,
    question: found.question,
    options: found.options,
    answer: found.answerIndex,
    chosen: chosen === undefined || chosen === '' ? null : chosen,
    is_asked_so: found.isAskedSo,
    is_asked: found.isAsked,
    reason: report.reason,
    source: report.source,
    answered:
      outcome && answeredAt
        ? {
            outcome,
            words: words ?? '',
            date: formatMinute(answeredAt, timeZone),
            by: found.answeredByName ?? 'the operator',
          }
        : null,
    may_answer: found.mayAnswer,
  }
}
