import { call, callForFile } from '#web/client/api.ts'
import { saveAs } from '#web/client/save-as.ts'
import { endSession } from '#web/client/session.ts'
import type { EndpointInput } from '#shared/endpoint.ts'
import type {
  cancelEmailChange,
  changePassword,
  endOneSession,
  logOutEverywhere,
  requestEmailChange,
} from '../own-account.contract.ts'
import type { cancelDeletion, readMyData, requestDeletion } from '../own-data.contract.ts'

/** This timeout is longer, because 100 PDFs must be drawn for a member with 100 invoices. */
const DOWNLOAD_TIMEOUT_MS = 60_000

export const deletionActions = {
  requestDeletion: () => call<typeof requestDeletion>('POST /Academy/api/account/deletion/'),
  cancelDeletion: () => call<typeof cancelDeletion>('POST /Academy/api/account/deletion/cancel/'),
}

export const accountActions = {
  changePassword: (body: EndpointInput<typeof changePassword>['body']) =>
    call<typeof changePassword>('POST /Academy/api/account/password/', { body }),
  changeEmail: (body: EndpointInput<typeof requestEmailChange>['body']) =>
    call<typeof requestEmailChange>('POST /Academy/api/account/email/', { body }),
  cancelEmailChange: () => call<typeof cancelEmailChange>('POST /Academy/api/account/email/cancel/'),
  endSession: (id: string) =>
    call<typeof endOneSession>('POST /Academy/api/account/sessions/:id/end/', { params: { id } }),
  endOtherSessions: () => endSessions(false),
  endAllSessions: async () => {
    await endSessions(true)
    endSession()
    location.assign('/')
  },
  downloadData: async () =>
    saveAs(
      await callForFile<typeof readMyData>('GET /Academy/api/account/data/', { limitMs: DOWNLOAD_TIMEOUT_MS }),
      'my-data.zip',
    ),
}

function endSessions(withThisOne: boolean) {
  return call<typeof logOutEverywhere>('POST /Academy/api/account/log-out-everywhere/', {
    body: { with_this_one: withThisOne },
  })
}
