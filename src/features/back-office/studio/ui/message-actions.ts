import type { EndpointInput } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type {
  cancelMessage,
  copyAMessage,
  deleteMessage,
  saveMessage,
  sendAMessage,
  stopMessage,
  testMessage,
  writeMessage,
} from '../messages.contract.ts'

/** Storing thousands of recipients takes a few seconds. */
const SEND_TIMEOUT_MS = 60_000

/** For pages that link to a new message. */
export const writeMessageActions = {
  writeMessage: (body: EndpointInput<typeof writeMessage>['body']) =>
    call<typeof writeMessage>('POST /Academy/api/studio/messages/new/', { body }),
}

export const messageActions = {
  saveMessage: (id: string, body: EndpointInput<typeof saveMessage>['body']) =>
    call<typeof saveMessage>('POST /Academy/api/studio/messages/:id/', { params: { id }, body }),
  deleteMessage: (id: string) =>
    call<typeof deleteMessage>('POST /Academy/api/studio/messages/:id/delete/', { params: { id }, body: {} }),
  copyMessage: (id: string) =>
    call<typeof copyAMessage>('POST /Academy/api/studio/messages/:id/copy/', { params: { id }, body: {} }),
  testMessage: (id: string, body: EndpointInput<typeof testMessage>['body']) =>
    call<typeof testMessage>('POST /Academy/api/studio/messages/:id/test/', { params: { id }, body }),
  sendMessage: (id: string, body: EndpointInput<typeof sendAMessage>['body']) =>
    call<typeof sendAMessage>('POST /Academy/api/studio/messages/:id/send/', {
      params: { id },
      body,
      limitMs: SEND_TIMEOUT_MS,
    }),
  cancelMessage: (id: string) =>
    call<typeof cancelMessage>('POST /Academy/api/studio/messages/:id/cancel/', { params: { id }, body: {} }),
  stopMessage: (id: string) =>
    call<typeof stopMessage>('POST /Academy/api/studio/messages/:id/stop/', { params: { id }, body: {} }),
}
