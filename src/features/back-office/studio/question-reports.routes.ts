import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
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
    const { contests, isMore, count } = await getReviewQueue(deps, {
      state,
      after: after ?? undefined,
      limit: PAGE_SIZE,
    })
    return {
      contests: contests.map(({ at, title, ...each }) => ({ ...each, item: title, date: at.toISOString() })),
      is_more: isMore,
      count,
    }
  })
  registerEndpoint(app, readQuestionReport, async ({ params: { id }, member }) => {
    return toReviewView(await getQuestionReport(deps, id, toStaff(member)))
  })
  registerEndpoint(app, answerQuestionReport, async ({ params: { id }, body: { outcome, words }, member }) => {
    await answerReport(deps, { id, outcome, words, by: toStaff(member) })
    return { message: 'Answered. We’re emailing your answer to the member.' }
  })
}

function toReviewView(found: Awaited<ReturnType<typeof getQuestionReport>>): EndpointReply<typeof readQuestionReport> {
  const { report, member, chosen } = found
  const { outcome, words, answeredAt } = report
  const name = [member.firstName, member.lastName].filter(Boolean).join(' ')
  return {
    id: report.id,
    date: report.contestedAt.toISOString(),
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
            date: answeredAt.toISOString(),
            by: found.answeredByName ?? 'the server administrator',
          }
        : null,
    may_answer: found.mayAnswer,
  }
}
