import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { readExam, requestCertificate, submitScore } from './exams.contract.ts'
import { earnCertificate, examFor, submitExam } from './exams.service.ts'

export function examRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readExam, async ({ params, member }) => withoutAnswers(await examFor(deps, member?.id, params.id)))

  serve(app, submitScore, async ({ body: { exam_id: slugOrPurchaseId, score, total, answers }, member }) => {
    const { isPassed, ...result } = await submitExam(deps, member.id, {
      slugOrPurchaseId,
      score,
      total,
      answers: answers?.map(({ question_id: questionId, answer }) => ({ questionId, chosen: answer })),
    })
    return { ...result, passed: isPassed }
  })

  serve(app, requestCertificate, async ({ params, body, member }) => {
    await earnCertificate(deps, member.id, { slugOrPurchaseId: params.id, examined: body.exam_id })
    return { message: 'SUCCESS' as const }
  })
}

function withoutAnswers({ title, questions }: Awaited<ReturnType<typeof examFor>>): ReplyOf<typeof readExam> {
  return { title, questions: questions.map(({ id, question, options }) => ({ id, question, options, answer: null })) }
}
