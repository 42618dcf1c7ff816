import { z } from 'zod'
import { LicenseInput } from '#features/credentials/contact-hours/licenses.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Done, why } from './orders.contract.ts'

// Staff actions on a member's certificate.

const CertificateParams = z.strictObject({ id: z.string().min(1).max(100) })
const params = { id: 'kX3vQ9…' }

export const revokeMemberCertificate = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/certificates/:id/revoke/',
  access: { may: 'revoke certificate' },
  summary: 'Revoke a certificate',
  description:
    'Its page and its signed credential show this at once, but not why. The member is emailed the reason. Fails if it is already revoked.',
  refuses: ['not_found'],
  params: CertificateParams,
  body: z.strictObject({ why }),
  reply: Done,
  example: {
    params,
    body: { why: 'The exam was taken by someone else.' },
    reply: { message: 'Certificate revoked. We’re emailing the member.' },
  },
})

export const restoreMemberCertificate = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/certificates/:id/restore/',
  access: { may: 'restore certificate' },
  summary: 'Make a revoked certificate valid again',
  description:
    'It is signed again; copies signed earlier stay revoked. The member is emailed the reason. Fails if it is already valid.',
  refuses: ['not_found'],
  params: CertificateParams,
  body: z.strictObject({ why }),
  reply: Done,
  example: {
    params,
    body: { why: 'The exam was retaken.' },
    reply: { message: 'The certificate is valid again. We’re emailing the member.' },
  },
})

export const correctMemberLicense = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/certificates/:id/license/',
  access: { may: 'correct license' },
  summary: 'Correct or add a license on a certificate with contact hours',
  description:
    "For this state and profession. The PDF and later reports show the new number. The member is notified; the licenses in the member's account don't change.",
  refuses: ['not_found'],
  params: CertificateParams,
  body: LicenseInput.extend({ why }),
  reply: Done,
  example: {
    params,
    body: { state: 'FL', profession: 'RN', number: '9123456', why: 'A digit was mistyped.' },
    reply: {
      message:
        'Replaced RN FL 9123465 with RN FL 9123456. The certificate’s PDF now shows it. We’re notifying the member.',
    },
  },
})
