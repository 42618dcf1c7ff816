import type { EndpointInput } from '#shared/endpoint.ts'
import { call, callForFile } from '#web/client/api.ts'
import { saveAs } from '#web/client/save-as.ts'
import type { grantAccess, revokeAccess } from '../access.contract.ts'
import type {
  changeMemberEmail,
  correctMemberName,
  endMemberSession,
  endMemberSessions,
  eraseMember,
  exportMember,
} from '../member-account.contract.ts'
import type { lockMember, resendVerification, retryEmails, unlockMember } from '../people.contract.ts'

/** A longer timeout, because for a member with 100 invoices, 100 PDFs must be rendered. */
const EXPORT_TIMEOUT_MS = 60_000

export const memberActions = {
  resendVerification: (id: string) =>
    call<typeof resendVerification>('POST /Academy/api/studio/members/:id/verification/', { params: { id }, body: {} }),
  retryEmails: (id: string) =>
    call<typeof retryEmails>('POST /Academy/api/studio/members/:id/retry-emails/', { params: { id }, body: {} }),
  correctName: (id: string, body: EndpointInput<typeof correctMemberName>['body']) =>
    call<typeof correctMemberName>('POST /Academy/api/studio/members/:id/name/', { params: { id }, body }),
  changeEmail: (id: string, email: string) =>
    call<typeof changeMemberEmail>('POST /Academy/api/studio/members/:id/email/', { params: { id }, body: { email } }),
  lock: (id: string, why: string) =>
    call<typeof lockMember>('POST /Academy/api/studio/members/:id/lock/', { params: { id }, body: { why } }),
  unlock: (id: string) =>
    call<typeof unlockMember>('POST /Academy/api/studio/members/:id/unlock/', { params: { id }, body: {} }),
  grantAccess: (id: string, body: { product: string; why: string }) =>
    call<typeof grantAccess>('POST /Academy/api/studio/members/:id/grant/', { params: { id }, body }),
  revokeAccess: (product: string, id: string) =>
    call<typeof revokeAccess>('POST /Academy/api/studio/members/:id/revoke-grant/', {
      params: { id },
      body: { product },
    }),
  endSession: (session: string, id: string) =>
    call<typeof endMemberSession>('POST /Academy/api/studio/members/:id/sessions/:session/end/', {
      params: { id, session },
      body: {},
    }),
  endSessions: (id: string) =>
    call<typeof endMemberSessions>('POST /Academy/api/studio/members/:id/sessions/end/', { params: { id }, body: {} }),
  exportData: async (id: string, username: string) => {
    const file = await callForFile<typeof exportMember>('POST /Academy/api/studio/members/:id/data/', {
      params: { id },
      body: {},
      limitMs: EXPORT_TIMEOUT_MS,
    })
    saveAs(file, `${username}-data.zip`)
    return 'Downloaded everything stored about the member. The download is recorded in the audit log.'
  },
  erase: (id: string, username: string) =>
    call<typeof eraseMember>('POST /Academy/api/studio/members/:id/erase/', { params: { id }, body: { username } }),
}
