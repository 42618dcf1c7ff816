import type { EndpointInput } from '#shared/endpoint.ts'
import { ActionError } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import type { answerQuestionReport } from '../question-reports.contract.ts'

type Answer = EndpointInput<typeof answerQuestionReport>['body']

export const questionReportActions = {
  answer: async (
    id: string,
    { outcome, words }: Omit<Answer, 'outcome'> & { outcome?: Answer['outcome'] | undefined },
  ) => {
    if (outcome === undefined) throw new ActionError('', { outcome: 'Please choose a decision.' })
    return call<typeof answerQuestionReport>('POST /Academy/api/studio/contests/:id/answer/', {
      params: { id },
      body: { outcome, words },
    })
  },
}
