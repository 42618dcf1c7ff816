import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { readExam, requestCertificate, submitScore } from './exams.contract.ts'
import { earnCertificate, examFor, submitExam } from './exams.service.ts'

export function examRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readExam, async ({ params, member, request }) =>
    // Who only asks whether it is there opens no paper.
    withoutAnswers(
      await examFor(deps, member?.id, { slugOrPurchaseId: params.id, isShownOnly: request.method === 'HEAD' }),
    ),
  )

  serve(app, submitScore, async ({ body: { exam_id: slugOrPurchaseId, score, total, paper, answers }, member }) => {
    const { isPassed, seeAgain, ...result } = await submitExam(deps, member.id, {
      slugOrPurchaseId,
      score,
      total,
      paper,
      answers: answers?.map(({ question_id: questionId, answer }) => ({ questionId, chosen: answer })),
    })
    return { ...result, passed: isPassed, lectures: seeAgain }
  })

  serve(app, requestCertificate, async ({ params, body, member }) => {
    await earnCertificate(deps, member.id, { slugOrPurchaseId: params.id, examined: body.exam_id })
    return { message: 'SUCCESS' as const }
  })
}

function withoutAnswers({ title, paper, questions }: Awaited<ReturnType<typeof examFor>>): ReplyOf<typeof readExam> {
  return {
    title,
    paper,
    questions: questions.map(({ id, question, options }) => ({ id, question, options, answer: null })),
  }
}
