import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { toResultView } from './grading.service.ts'
import { createTurns } from '#platform/turns.ts'
import { submitTrialExam, openTrialExam } from './trial-exams.contract.ts'
import { drawTrialExam, gradeTrialExam } from './trial-exams.service.ts'

export function trialExamRoutes(app: FastifyInstance, deps: Deps): void {
  // An exam can have a thousand questions.
  const takeTurn = createTurns()
  registerEndpoint(app, openTrialExam, async ({ params: { id }, member }) => {
    const { title, firstAttempt, questions } = await takeTurn(member.id, () => drawTrialExam(deps, id))
    const { maxFailures, waitHours } = firstAttempt
    return { title, first_attempt: { max_failures: maxFailures, wait_hours: waitHours }, questions }
  })
  registerEndpoint(app, submitTrialExam, async ({ params: { id }, body: { answers }, member }) =>
    toResultView(
      await takeTurn(member.id, () =>
        gradeTrialExam(
          deps,
          id,
          answers.map(({ question_id: questionId, answer }) => ({ questionId, chosen: answer })),
        ),
      ),
    ),
  )
}
