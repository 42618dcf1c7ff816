import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { readExam, requestCertificate, submitScore } from './exams.contract.ts'
import { earnCertificate, examFor, submitExam } from './exams.service.ts'

export function examRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readExam, ({ params, member }) => examFor(deps, member?.id, params.id))

  serve(app, submitScore, ({ body, member }) =>
    submitExam(deps, member.id, {
      examId: body.exam_id,
      score: body.score,
      total: body.total,
      answers: body.answers?.map(({ question_id: questionId, answer }) => ({ questionId, chosen: answer })),
    }),
  )

  serve(app, requestCertificate, async ({ params, body, member }) => {
    await earnCertificate(deps, member.id, { slugOrPurchaseId: params.id, examined: body.exam_id })
    return { message: 'SUCCESS' as const }
  })
}
