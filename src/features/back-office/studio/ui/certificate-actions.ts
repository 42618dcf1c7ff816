import type { EndpointInput } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type {
  correctMemberLicense,
  restoreMemberCertificate,
  revokeMemberCertificate,
} from '../member-certificates.contract.ts'
import type { resendCertificate } from '../people.contract.ts'

export const certificateActions = {
  resendCertificate: (id: string) =>
    call<typeof resendCertificate>('POST /Academy/api/studio/certificates/:id/mail/', { params: { id }, body: {} }),
  revokeCertificate: (id: string, why: string) =>
    call<typeof revokeMemberCertificate>('POST /Academy/api/studio/certificates/:id/revoke/', {
      params: { id },
      body: { why },
    }),
  restoreCertificate: (id: string, why: string) =>
    call<typeof restoreMemberCertificate>('POST /Academy/api/studio/certificates/:id/restore/', {
      params: { id },
      body: { why },
    }),
  correctLicense: (id: string, body: EndpointInput<typeof correctMemberLicense>['body']) =>
    call<typeof correctMemberLicense>('POST /Academy/api/studio/certificates/:id/license/', { params: { id }, body }),
}
