import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import {
  type QuestionReport,
  reportQuestion,
  listQuestionReports,
  listReportablePapers,
} from './question-reports.contract.ts'
import { submitQuestionReport, getOwnQuestionReports, getReportablePapers } from './question-reports.service.ts'

export function questionReportRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(
    app,
    reportQuestion,
    async ({ body: { paper, question_id: questionId, reason, source }, member }) => {
      await submitQuestionReport(deps, member.id, { paperId: paper, questionId, reason, source })
      return { message: 'Report sent. We’ll review it and email you.' }
    },
  )
  registerEndpoint(app, listQuestionReports, async ({ member }) =>
    (await getOwnQuestionReports(deps, member.id)).map(toReportView),
  )
  registerEndpoint(app, listReportablePapers, async ({ member }) =>
    (await getReportablePapers(deps, member.id)).map(({ paper, courseName, handedInOn, questions }) => ({
      paper,
      course_name: courseName,
      handed_in_on: handedInOn,
      questions,
    })),
  )
}

function toReportView({
  courseName,
  sentOn,
  ...each
}: Awaited<ReturnType<typeof getOwnQuestionReports>>[number]): QuestionReport {
  return { ...each, course_name: courseName, sent_on: sentOn }
}
