import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { hoursInWords } from '#shared/contact-hours.ts'
import { readCertificate } from './certificates.contract.ts'
import { certificateFileName } from './certificates.rules.ts'
import { certificateFor } from './certificates.service.ts'
import { downloadCertificate, listOwnCertificates, mailCertificateAgain } from './own-certificates.contract.ts'
import { certificateFile, certificatesOf, sendOwnAgain } from './own-certificates.service.ts'

export function certificateRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readCertificate, async ({ params }) => toCheck(await certificateFor(deps, params.id)))

  serve(app, listOwnCertificates, async ({ member }) => toKeep(await certificatesOf(deps, member.id)))
  serve(app, downloadCertificate, ({ member, params }) => certificateFile(deps, member.id, params.id))
  serve(app, mailCertificateAgain, async ({ member, params }) => ({
    sent_to: await sendOwnAgain(deps, member.id, params.id),
  }))
}

function toKeep({
  sentTo,
  certificates,
  earned,
  revoked,
}: Awaited<ReturnType<typeof certificatesOf>>): ReplyOf<typeof listOwnCertificates> {
  return {
    sent_to: sentTo,
    certificates: certificates.map(({ id, courseSlug, courseName, issuedOn, isSigned }) => ({
      id,
      course_id: courseSlug,
      course_name: courseName,
      issued_on: issuedOn,
      file_name: certificateFileName({ id, courseName }),
      is_signed: isSigned,
    })),
    earned: earned.map(({ courseSlug, courseName, passedOn }) => ({
      course_id: courseSlug,
      course_name: courseName,
      passed_on: passedOn,
    })),
    revoked: revoked.map(({ id, courseName, revokedOn }) => ({ id, course_name: courseName, revoked_on: revokedOn })),
  }
}

function toCheck(certificate: Awaited<ReturnType<typeof certificateFor>>): ReplyOf<typeof readCertificate> {
  const { id, isRevoked, isNameRemoved, printedName, courseName, completedOn, issuedOn, issuer, examined, taught } =
    certificate
  const { contactHours } = certificate
  return {
    id,
    status: isRevoked ? 'revoked' : 'valid',
    name: printedName,
    name_removed: isNameRemoved,
    course_name: courseName,
    completed_on: completedOn,
    issued_on: issuedOn,
    issuer,
    revoked_on: certificate.revokedOn,
    examined: examined && {
      questions: examined.asked,
      bank: examined.bank,
      needed_percent: examined.needed,
      passed_on: examined.number,
    },
    taught: taught && { outcomes: taught.outcomes, lectures: taught.lectures, is_of_today: taught.isOfToday },
    contact_hours: contactHours && {
      hours: hoursInWords(contactHours.hours),
      statement: contactHours.statement,
      provider: contactHours.provider,
    },
    is_signed: certificate.isSigned,
    course_id: certificate.courseSlug,
  }
}
