import type { EndpointInput } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { changeRole, inviteStaff, resendStaffInvitation } from '../staff.contract.ts'

export const staffActions = {
  invite: (body: EndpointInput<typeof inviteStaff>['body']) =>
    call<typeof inviteStaff>('POST /Academy/api/studio/staff/invite/', { body }),
  inviteAgain: (id: string) =>
    call<typeof resendStaffInvitation>('POST /Academy/api/studio/staff/:id/invite/', { params: { id }, body: {} }),
  changeRole: (id: string, body: EndpointInput<typeof changeRole>['body']) =>
    call<typeof changeRole>('POST /Academy/api/studio/staff/:id/role/', { params: { id }, body }),
}
