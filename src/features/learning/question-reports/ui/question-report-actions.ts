import type { EndpointInput } from '#shared/endpoint.ts'
import { ActionError } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import type { reportQuestion } from '../question-reports.contract.ts'

type Report = EndpointInput<typeof reportQuestion>['body']

export const questionReportActions = {
  reportQuestion: async (body: Report) => {
    const missing = findMissing(body)
    if (Object.keys(missing).length > 0) throw new ActionError('Please complete the marked fields.', missing)
    return call<typeof reportQuestion>('POST /Academy/api/course/examination/contest/', { body })
  },
}

function findMissing({ question_id: question, reason }: Report): Record<string, string> {
  return {
    ...(question === '' && { question_id: 'Choose a question.' }),
    ...(reason.trim() === '' && { reason: 'Describe what’s wrong.' }),
  }
}
