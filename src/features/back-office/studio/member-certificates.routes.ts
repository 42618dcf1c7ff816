import type { FastifyInstance } from 'fastify'
import {
  correctLicense,
  restoreCertificate,
  revokeCertificate,
} from '#features/credentials/certificates/certificates.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import * as contract from './member-certificates.contract.ts'

export function memberCertificateRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract.revokeMemberCertificate, async ({ params: { id }, body: { why }, member }) => {
    await revokeCertificate(deps, { id, reason: why, by: toStaff(member) })
    return { message: 'Certificate revoked. We’re emailing the member.' }
  })
  registerEndpoint(app, contract.restoreMemberCertificate, async ({ params: { id }, body: { why }, member }) => {
    await restoreCertificate(deps, { id, reason: why, by: toStaff(member) })
    return { message: 'The certificate is valid again. We’re emailing the member.' }
  })
  registerEndpoint(app, contract.correctMemberLicense, async ({ params: { id }, body, member }) => {
    const { why, ...license } = body
    const { before, after } = await correctLicense(deps, { id, license, reason: why, by: toStaff(member) })
    const what = before === undefined ? `Added ${after}.` : `Replaced ${before} with ${after}.`
    return { message: `${what} The certificate’s PDF now shows it. We’re notifying the member.` }
  })
}
