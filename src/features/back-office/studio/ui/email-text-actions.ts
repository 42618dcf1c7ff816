import type { EndpointInput } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { readEmailText, saveEmailText, testEmailText } from '../email-texts.contract.ts'

export type EmailName = EndpointInput<typeof readEmailText>['params']['name']

export const emailTextActions = {
  saveText: (name: EmailName, body: EndpointInput<typeof saveEmailText>['body']) =>
    call<typeof saveEmailText>('POST /Academy/api/studio/email-texts/:name/', { params: { name }, body }),
  sendTest: (name: EmailName, body: EndpointInput<typeof testEmailText>['body']) =>
    call<typeof testEmailText>('POST /Academy/api/studio/email-texts/:name/test/', { params: { name }, body }),
}
