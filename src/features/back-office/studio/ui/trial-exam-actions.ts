import type { submitTrialExam } from '#features/learning/exams/trial-exams.contract.ts'
import type { EndpointInput } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'

type Answers = EndpointInput<typeof submitTrialExam>['body']['answers']

export const trialExamActions = {
  submitTrialExam: (id: string, answers: Answers) =>
    call<typeof submitTrialExam>('POST /Academy/api/studio/products/:id/trial-exam/', {
      params: { id },
      body: { answers },
    }),
}
