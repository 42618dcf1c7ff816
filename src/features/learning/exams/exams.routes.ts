import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { getAttestation, getQuestions } from '#features/credentials/contact-hours/evaluations.contract.ts'
import {
  formatCertificateWait,
  formatMissingLecturesWarning,
  isWaitingForLectures,
} from '#features/credentials/completion/completion.public.ts'
import { formatHours } from '#shared/contact-hours.ts'
import { readExam, readPassedExam, requestCertificate, submitScore } from './exams.contract.ts'
import { submitCertificateSteps, readCertificateSteps } from './certificate-steps.contract.ts'
import { saveCertificateSteps, getCertificateSteps } from './certificate-steps.service.ts'
import { issueEarnedCertificate, getExam, submitExam } from './exams.service.ts'
import { toResultView } from './grading.service.ts'
import { getPassedExam } from './passed-exam.service.ts'

export function examRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readExam, async ({ params, member, request }) =>
    // A HEAD request doesn't start an attempt.
    hideAnswers(
      await getExam(deps, member?.id, { slugOrPurchaseId: params.id, isShownOnly: request.method === 'HEAD' }),
    ),
  )

  registerEndpoint(
    app,
    submitScore,
    async ({ body: { exam_id: slugOrPurchaseId, score, total, paper, answers }, member }) => {
      const result = await submitExam(deps, member.id, {
        slugOrPurchaseId,
        score,
        total,
        paper,
        answers: answers?.map(({ question_id: questionId, answer }) => ({ questionId, chosen: answer })),
      })
      return toResultView(result)
    },
  )

  registerEndpoint(app, readPassedExam, async ({ params, member }) => {
    const { title, passed } = await getPassedExam(deps, member.id, params.id)
    if (!passed) return { title, passed: null }
    const { passedOn, paper, questions, result } = passed
    return {
      title,
      passed: {
        passed_on: passedOn,
        paper,
        questions: questions.map(({ id, question }) => ({ id, question })),
        result: toResultView(result),
      },
    }
  })

  registerEndpoint(app, requestCertificate, async ({ params, body, member }) => {
    await issueEarnedCertificate(deps, member.id, { slugOrPurchaseId: params.id, examined: body.exam_id })
    return { message: 'SUCCESS' as const }
  })

  registerEndpoint(app, readCertificateSteps, async ({ params, member }) =>
    toStepsView(await getCertificateSteps(deps, member.id, params.id)),
  )

  registerEndpoint(
    app,
    submitCertificateSteps,
    async ({ params, body: { ratings, words, attested, name }, member }) => {
      const attestedAs = attested ? name : undefined
      await saveCertificateSteps(deps, member.id, { slugOrPurchaseId: params.id, ratings, words, attestedAs })
      const left = ratings.filter((rating) => rating === null).length
      const open =
        left > 0 && left < ratings.length
          ? ` ${pluralize(left, 'question')} ${left === 1 ? 'is' : 'are'} still unanswered.`
          : ''
      return { message: `Thank you. Your evaluation was saved.${open}` }
    },
  )
}

function toStepsView(
  steps: Awaited<ReturnType<typeof getCertificateSteps>>,
): EndpointReply<typeof readCertificateSteps> {
  const { title, isEarned, hasCertificate, completion, contactHours, name, isAttested, ratings, words } = steps
  const hasExam = completion.earnedBy === 'exam'
  const { printed, firstName, lastName, credentialsAfterName } = name
  return {
    course: title,
    ...(!hasExam && { exam: 'none' as const }),
    has_passed: isEarned,
    has_certificate: hasCertificate,
    contact_hours: contactHours && formatHours(contactHours.hours),
    lectures: {
      total: completion.lectures,
      completed: completion.completed,
      missing: completion.missing,
      wait: isWaitingForLectures(completion) ? formatCertificateWait(completion) : null,
      warning: formatMissingLecturesWarning(completion) ?? null,
    },
    needs_license: contactHours?.needsLicense ?? false,
    name: { printed, first_name: firstName, last_name: lastName, credentials_after_name: credentialsAfterName },
    attestation: getAttestation(hasExam),
    is_attested: isAttested,
    questions: getQuestions(hasExam),
    ratings,
    words,
  }
}

function hideAnswers({
  title,
  paper,
  firstAttempt,
  questions,
}: Awaited<ReturnType<typeof getExam>>): EndpointReply<typeof readExam> {
  return {
    title,
    paper,
    first_attempt: firstAttempt && { max_failures: firstAttempt.maxFailures, wait_hours: firstAttempt.waitHours },
    questions: questions.map(({ id, question, options }) => ({ id, question, options, answer: null })),
  }
}
