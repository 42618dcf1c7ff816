import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { getClaim } from '#shared/certificate-claim.ts'
import { formatHours } from '#shared/contact-hours.ts'
import { findCertificate, readCertificate } from './certificates.contract.ts'
import { certificateFileName } from './certificates.rules.ts'
import { getPublicCertificate } from './certificates.service.ts'
import { findCertificateId } from './find-certificate.service.ts'
import { downloadCertificate, listOwnCertificates, resendCertificateEmail } from './own-certificates.contract.ts'
import { getOwnCertificatePdf, getOwnCertificates, resendOwnCertificate } from './own-certificates.service.ts'

export function certificateRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readCertificate, async ({ params }) =>
    toPublicCertificateReply(await getPublicCertificate(deps, params.id)),
  )

  registerEndpoint(app, findCertificate, async ({ params }) => ({ id: await findCertificateId(deps, params.id) }))

  registerEndpoint(app, listOwnCertificates, async ({ member }) =>
    toOwnCertificateReply(await getOwnCertificates(deps, member.id)),
  )
  registerEndpoint(app, downloadCertificate, ({ member, params }) => getOwnCertificatePdf(deps, member.id, params.id))
  registerEndpoint(app, resendCertificateEmail, async ({ member, params }) => ({
    sent_to: await resendOwnCertificate(deps, member.id, params.id),
  }))
}

function toOwnCertificateReply({
  sentTo,
  certificates,
  earned,
  revoked,
}: Awaited<ReturnType<typeof getOwnCertificates>>): EndpointReply<typeof listOwnCertificates> {
  return {
    sent_to: sentTo,
    certificates: certificates.map(({ id, courseSlug, courseName, completedAt, passedAt, issuedOn, isSigned }) => ({
      id,
      course_id: courseSlug,
      course_name: courseName,
      issued_on: issuedOn,
      claim: getClaim({ completedAt, passedAt }),
      file_name: certificateFileName({ id, courseName, completedAt, passedAt }),
      is_signed: isSigned,
    })),
    earned: earned.map(({ courseSlug, courseName, passedOn, hasExam }) => ({
      course_id: courseSlug,
      course_name: courseName,
      passed_on: passedOn,
      ...(!hasExam && { exam: 'none' as const }),
    })),
    revoked: revoked.map(({ id, courseName, revokedOn }) => ({ id, course_name: courseName, revoked_on: revokedOn })),
  }
}

function toPublicCertificateReply(
  certificate: Awaited<ReturnType<typeof getPublicCertificate>>,
): EndpointReply<typeof readCertificate> {
  const {
    id,
    isRevoked,
    isNameRemoved,
    printedName,
    courseName,
    claim,
    completedOn,
    issuedOn,
    issuer,
    examined,
    taught,
  } = certificate
  const { contactHours } = certificate
  return {
    id,
    status: isRevoked ? 'revoked' : 'valid',
    name: printedName,
    name_removed: isNameRemoved,
    course_name: courseName,
    claim,
    completed_on: completedOn,
    issued_on: issuedOn,
    issuer,
    revoked_on: certificate.revokedOn,
    examined: examined && {
      questions: examined.asked,
      bank: examined.bank,
      needed_percent: examined.needed,
    },
    taught: taught && { outcomes: taught.outcomes, lectures: taught.lectures, is_of_today: taught.isOfToday },
    contact_hours: contactHours && {
      hours: formatHours(contactHours.hours),
      statement: contactHours.statement,
      provider: contactHours.provider,
    },
    is_signed: certificate.isSigned,
    course_id: certificate.courseSlug,
  }
}
