import { randomBytes } from 'node:crypto'
import type { Executor } from '#db/open-database.ts'
import { findMember, isStillPermitted, validateStoredName } from '#features/people/accounts/accounts.public.ts'
import { signCredential } from '#features/credentials/open-badges/credentials.public.ts'
import {
  formatMissingSteps,
  getCertificateRequirements,
} from '#features/credentials/contact-hours/evaluations.public.ts'
import {
  formatCertificateWait,
  getCompletion,
  getCompletionTime,
  hasEarnedByLectures,
  isWaitingForLectures,
} from '#features/credentials/completion/completion.public.ts'
import { ownsProduct } from '#features/foundation/ownership/ownership.public.ts'
import { notify } from '#features/people/notifications/notifications.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { describeReplacements, findUnprintableCharacters } from '#platform/typography.ts'
import { AppError } from '#shared/app-error.ts'
import { getClaim } from '#shared/certificate-claim.ts'
import { formatDay } from '#shared/dates.ts'
import type { JobData } from '#shared/job.ts'
import { pageAddress } from '#shared/pages.ts'
import { formatCertificateName } from '#shared/printed-name.ts'
import { sendCertificate } from './certificates.queues.ts'
import { renderCertificateEmail } from './certificate.email.ts'
import { findCertificateContents, snapshotCertificateContents } from './certificate-contents.queries.ts'
import {
  findCourseTitle,
  findCertificate,
  insertCertificateOnce,
  lockCertificate,
  findMemberCertificate,
} from './certificates.queries.ts'
import { certificateFileName, getAchievementTime, NAME_REMOVED, RESEND_AFTER_SECONDS } from './certificates.rules.ts'
import { getCertificateUrl, renderCertificatePdfWithCredential } from './certificate-files.service.ts'

type CertificateRequest = {
  memberId: string
  courseId: string
  /** A graded, passed exam in this course, or undefined. A course without an exam needs none. */
  passed: { id: string; createdAt: Date } | undefined
  /** True if it was passed because an answer key was corrected, which the first email mentions. */
  isMarkedAgain?: true
}

/**
 * Issues an earned certificate and emails it; later calls send the same one again. The certificate and the email job
 * are stored in one transaction, so neither can be stored without the other.
 */
export async function requestCertificate({ db, jobs, now }: Deps, asked: CertificateRequest): Promise<void> {
  const standing = await findMemberCertificate(db, asked.memberId, asked.courseId)
  if (standing?.revokedAt)
    throw new AppError(
      'forbidden',
      'This certificate was revoked. Buying the course or passing again doesn’t restore it. Please contact us.',
    )
  // The first email was sent a moment ago.
  if (standing && now().getTime() - standing.issuedAt.getTime() < RESEND_AFTER_SECONDS * 1_000) return
  const certificate = standing ? undefined : await prepareEarnedCertificate({ db, now }, asked)
  await db.transaction(async (tx) => {
    await lockCertificate(tx, asked.memberId, asked.courseId)
    // A refund may have ended access since the request arrived.
    if (certificate && !(await ownsProduct(tx, asked.memberId, asked.courseId)))
      throw new AppError('not_found', 'Exam not found.')
    // Of several concurrent requests, only one issues and sends the certificate.
    if (certificate && !(await insertCertificateOnce(tx, certificate))) return
    const certificateId = certificate?.id ?? standing?.id
    if (certificateId === undefined) return
    // Only a request after this pause sends another email.
    const pause = { minIntervalSeconds: RESEND_AFTER_SECONDS, key: certificateId }
    if (certificate) {
      await jobs.enqueue(tx, signCredential, { certificateId }, pause)
      await notify({ jobs }, tx, {
        kind: 'certificate',
        cause: `certificate:${certificateId}`,
        words: `Your certificate for ${certificate.courseName} is ready.`,
        address: pageAddress('/Certificate/:id', { id: certificateId }),
        to: certificate.memberId,
        now: certificate.issuedAt,
      })
    }
    const { isMarkedAgain } = asked
    await jobs.enqueue(tx, sendCertificate, { certificateId, ...(isMarkedAgain && { isMarkedAgain }) }, pause)
  })
}

async function prepareEarnedCertificate({ db, now }: Pick<Deps, 'db' | 'now'>, asked: CertificateRequest) {
  const { memberId, courseId, passed } = asked
  const completion = await getCompletion(db, { memberId, courseId })
  if (passed === undefined && completion.earnedBy === 'exam')
    throw new AppError('exam_not_passed', 'To get a certificate, submit your exam answers and score 80% or higher.')
  if (passed === undefined && completion.earnedBy === 'nothing')
    throw new AppError('not_found', 'This course has no exam and gives no certificate.')
  if (passed ? isWaitingForLectures(completion) : !hasEarnedByLectures(completion))
    throw new AppError('lectures_missing', formatCertificateWait(completion), {
      reply: { lectures: completion.missing },
    })
  const completedAt = passed ? getCompletionTime(completion, passed.createdAt) : completion.completedAt
  const { contactHours, licenses, missing } = await getCertificateRequirements(db, {
    memberId,
    courseId,
    // Contact hours are awarded only if all lectures were completed.
    day: completedAt && formatDay(completedAt, (await readSite(db)).timeZone),
  })
  if (missing.length > 0) throw new AppError('steps_missing', formatMissingSteps(missing), { reply: { missing } })
  const [name, courseName] = await Promise.all([getPrintableName(db, memberId), findCourseTitle(db, courseId)])
  if (courseName === undefined) throw new AppError('not_found', 'Exam not found.')
  const id = randomBytes(20).toString('base64url')
  const contents = await snapshotCertificateContents(db, courseId, passed?.id)
  const printed = { printedName: name, courseName, completedAt, contactHours, licenses, ...contents }
  return { id, memberId, courseId, attemptId: passed?.id ?? null, ...printed, issuedAt: now() }
}

/** The current name as a certificate prints it. Throws a field error if it can't be printed. */
export async function getPrintableName(db: Executor, memberId: string): Promise<string> {
  const member = await findMember(db, memberId)
  const name = member ? formatCertificateName(member) : ''
  const refuse = (message: string) => new AppError('invalid', message, { fields: { first_name: [message] } })
  if (!/\p{L}/u.test(name)) throw refuse('Enter the name to print on your certificate.')
  // The name may have been stored before there were rules for names.
  const problem = member && validateStoredName(member)
  if (problem !== undefined) throw refuse(`Check the name to print on your certificate. ${problem}`)
  const missing = findUnprintableCharacters(name, 'serif')
  if (missing.length > 0)
    throw refuse(`Certificates can’t include ${missing.join(' ')}. ${describeReplacements(missing)}`)
  return name
}

export async function sendCertificateEmail(
  deps: Deps,
  { certificateId, isMarkedAgain, askedBy }: JobData<typeof sendCertificate>,
): Promise<void> {
  const { db, mail } = deps
  const certificate = await findCertificate(db, certificateId)
  const member = certificate && (await findMember(db, certificate.memberId))
  // The certificate has been revoked or its holder erased, so there is nothing to send.
  if (!member || certificate.revokedAt || certificate.printedName === '') return
  if (!(await isStillPermitted(db, askedBy, 'resend email', { memberId: member.id }))) return
  const [site, content] = await Promise.all([readSite(db), renderCertificatePdfWithCredential(deps, certificate)])
  await mail.send({
    to: member.email,
    memberId: member.id,
    ...renderCertificateEmail({
      site,
      member,
      name: certificate.printedName,
      courseName: certificate.courseName,
      address: getCertificateUrl(deps, certificate),
      claim: getClaim(certificate),
      isMarkedAgain: isMarkedAgain === true,
    }),
    attachments: [{ filename: certificateFileName(certificate), contentType: 'application/pdf', content }],
  })
}

/**
 * The public data of a certificate. Days are formatted like `2026-02-03`, in the academy's time zone. Throws
 * `not_found`.
 */
export async function getPublicCertificate({ db }: Pick<Deps, 'db'>, id: string) {
  const certificate = await findCertificate(db, id)
  if (!certificate) throw new AppError('not_found', 'Certificate not found.')
  const site = await readSite(db)
  const { isShown, courseSlug, isSigned, taught } = await findCertificateContents(db, id)
  return {
    id: certificate.id,
    isRevoked: certificate.revokedAt !== null,
    revokedOn: certificate.revokedAt && formatDay(certificate.revokedAt, site.timeZone),
    isNameRemoved: certificate.printedName === '',
    printedName: certificate.printedName || NAME_REMOVED,
    courseName: certificate.courseName,
    claim: getClaim(certificate),
    completedOn: formatDay(getAchievementTime(certificate), site.timeZone),
    issuedOn: formatDay(certificate.issuedAt, site.timeZone),
    issuer: site.name,
    // A revoked certificate shows nothing that would recommend its holder.
    contactHours: certificate.revokedAt ? null : certificate.contactHours,
    ...(certificate.revokedAt ? { examined: null, taught: null } : { examined: certificate.examined, taught }),
    isSigned,
    courseSlug: isShown ? courseSlug : null,
  }
}
