import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { counted } from '#shared/counted.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ATTESTATION, QUESTIONS } from '#features/credentials/contact-hours/evaluations.contract.ts'
import { hoursInWords } from '#shared/contact-hours.ts'
import { readExam, requestCertificate, submitScore } from './exams.contract.ts'
import { giveSteps, readSteps } from './certificate-steps.contract.ts'
import { giveStepsOf, stepsOf } from './certificate-steps.service.ts'
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

  serve(app, readSteps, async ({ params, member }) => shownSteps(await stepsOf(deps, member.id, params.id)))

  serve(app, giveSteps, async ({ params, body: { ratings, words, attested, name }, member }) => {
    const attestedAs = attested ? name : undefined
    await giveStepsOf(deps, member.id, { slugOrPurchaseId: params.id, ratings, words, attestedAs })
    const left = ratings.filter((rating) => rating === null).length
    const open =
      left > 0 && left < ratings.length
        ? ` ${counted(left, 'question')} still ${left === 1 ? 'has' : 'have'} no answer.`
        : ''
    return { message: `Thank you. What you said is stored.${open}` }
  })
}

function shownSteps(steps: Awaited<ReturnType<typeof stepsOf>>): ReplyOf<typeof readSteps> {
  const { title, hasPassed, hasCertificate, contactHours, name, isAttested, ratings, words } = steps
  const { printed, firstName, lastName, credentialsAfterName } = name
  return {
    course: title,
    has_passed: hasPassed,
    has_certificate: hasCertificate,
    contact_hours: contactHours && hoursInWords(contactHours.hours),
    needs_license: contactHours?.needsLicense ?? false,
    name: { printed, first_name: firstName, last_name: lastName, credentials_after_name: credentialsAfterName },
    attestation: ATTESTATION,
    is_attested: isAttested,
    questions: [...QUESTIONS],
    ratings,
    words,
  }
}

function withoutAnswers({ title, paper, questions }: Awaited<ReturnType<typeof examFor>>): ReplyOf<typeof readExam> {
  return {
    title,
    paper,
    questions: questions.map(({ id, question, options }) => ({ id, question, options, answer: null })),
  }
}
