import { randomBytes } from 'node:crypto'
import type { Executor } from '#db/open.ts'
import { findMember, mayStill, problemOfStoredName } from '#features/people/accounts/accounts.public.ts'
import { signCredential } from '#features/credentials/open-badges/credentials.public.ts'
import { missingInWords, stepsBefore } from '#features/credentials/contact-hours/evaluations.public.ts'
import { tell } from '#features/people/notifications/notifications.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { howToWrite, unprintableLetters } from '#platform/lettering.ts'
import { AppError } from '#shared/app-error.ts'
import { dayOf } from '#shared/dates.ts'
import type { DataOf } from '#shared/job.ts'
import { pageAddress } from '#shared/pages.ts'
import { printedName } from '#shared/printed-name.ts'
import { sendCertificate } from './certificates.queues.ts'
import { certificateLetter } from './certificates.email.ts'
import { contentsOf, contentsToKeep } from './certificate-contents.queries.ts'
import { courseTitle, findCertificate, insertOnce, standingCertificate } from './certificates.queries.ts'
import { certificateFileName, NAME_REMOVED, SEND_AGAIN_AFTER_SECONDS } from './certificates.rules.ts'
import { addressOf, certificateWithCredential } from './certificate-pdf.service.ts'

type Asked = {
  memberId: string
  courseId: string
  /** Of an examination in this course that was counted and passed; undefined where there is none. */
  passed: { id: string; createdAt: Date } | undefined
  /** Passed since a key was corrected: its first mail says so. */
  isMarkedAgain?: true
}

/**
 * Issues the certificate when the member has earned it, and sends it by mail; asked again, sends the same one again.
 * Certificate and mail are stored together: when this returns, both will reach the member whatever breaks.
 */
export async function askForCertificate({ db, jobs, now }: Deps, asked: Asked): Promise<void> {
  const standing = await standingCertificate(db, asked.memberId, asked.courseId)
  if (standing?.revokedAt)
    throw new AppError(
      'forbidden',
      'This certificate was revoked, and neither buying nor passing again brings it back by itself. Please write to us.',
    )
  // Its first mail is on its way.
  if (standing && now().getTime() - standing.issuedAt.getTime() < SEND_AGAIN_AFTER_SECONDS * 1_000) return
  const certificate = standing ? undefined : await earnedCertificate({ db, now }, asked)
  await db.transaction(async (tx) => {
    // Of many calls at once one issues it, and sends it.
    if (certificate && !(await insertOnce(tx, certificate))) return
    const certificateId = certificate?.id ?? standing?.id
    if (certificateId === undefined) return
    // Asked for again later, it is another mail.
    const pause = { atMostEvery: SEND_AGAIN_AFTER_SECONDS, key: certificateId }
    if (certificate) {
      await jobs.enqueue(tx, signCredential, { certificateId }, pause)
      await tell({ jobs }, tx, {
        kind: 'certificate',
        cause: `certificate:${certificateId}`,
        words: `Your certificate of ${certificate.courseName} is ready.`,
        address: pageAddress('/Certificate/:id', { id: certificateId }),
        to: certificate.memberId,
        now: certificate.issuedAt,
      })
    }
    const { isMarkedAgain } = asked
    await jobs.enqueue(tx, sendCertificate, { certificateId, ...(isMarkedAgain && { isMarkedAgain }) }, pause)
  })
}

async function earnedCertificate({ db, now }: Pick<Deps, 'db' | 'now'>, asked: Asked) {
  const { memberId, courseId, passed } = asked
  if (passed === undefined) {
    throw new AppError(
      'exam_not_passed',
      'A certificate needs a score of 80% or more in an examination submitted with its answers.',
    )
  }
  const { contactHours, licenses, missing } = await stepsBefore(db, {
    memberId,
    courseId,
    day: dayOf(passed.createdAt, (await readSite(db)).timeZone),
  })
  if (missing.length > 0) throw new AppError('steps_missing', missingInWords(missing), { reply: { missing } })
  const [name, courseName] = await Promise.all([nameToPrint(db, memberId), courseTitle(db, courseId)])
  if (courseName === undefined) throw new AppError('not_found', 'No such examination.')
  const id = randomBytes(20).toString('base64url')
  const contents = await contentsToKeep(db, passed.id)
  const printed = { printedName: name, courseName, contactHours, licenses, ...contents }
  return { id, memberId, courseId, attemptId: passed.id, ...printed, issuedAt: now() }
}

/** The name of now as a certificate prints it. Refuses at its field what can't be printed. */
export async function nameToPrint(db: Executor, memberId: string): Promise<string> {
  const member = await findMember(db, memberId)
  const name = member ? printedName(member) : ''
  const refuse = (message: string) => new AppError('invalid', message, { fields: { first_name: [message] } })
  if (!/\p{L}/u.test(name)) throw refuse('Please tell us the name to print on your certificate.')
  // Stored before there were rules for it.
  const problem = member && problemOfStoredName(member)
  if (problem !== undefined) throw refuse(`Please tell us again the name to print on your certificate. ${problem}`)
  const missing = unprintableLetters(name, 'serif')
  if (missing.length > 0) throw refuse(`The certificate can't print ${missing.join(' ')}. ${howToWrite(missing)}`)
  return name
}

/** The job: makes the PDF and mails it. */
export async function mailCertificate(
  deps: Deps,
  { certificateId, isMarkedAgain, askedBy }: DataOf<typeof sendCertificate>,
): Promise<void> {
  const { db, mail } = deps
  const certificate = await findCertificate(db, certificateId)
  const member = certificate && (await findMember(db, certificate.memberId))
  // Revoked or erased since: there is nothing left to send.
  if (!member || certificate.revokedAt || certificate.printedName === '') return
  if (!(await mayStill(db, askedBy, 'mail again', { memberId: member.id }))) return
  const [site, content] = await Promise.all([readSite(db), certificateWithCredential(deps, certificate)])
  await mail.send({
    to: member.email,
    memberId: member.id,
    ...certificateLetter({
      site,
      name: certificate.printedName,
      courseName: certificate.courseName,
      address: addressOf(deps, certificate),
      isMarkedAgain: isMarkedAgain === true,
    }),
    attachments: [{ filename: certificateFileName(certificate), contentType: 'application/pdf', content }],
  })
}

/** What anyone may check of it; days are `2026-02-03`, in the academy's time zone. Refuses (`not_found`). */
export async function certificateFor({ db }: Pick<Deps, 'db'>, id: string) {
  const certificate = await findCertificate(db, id)
  if (!certificate) throw new AppError('not_found', 'There is no certificate with this number.')
  const site = await readSite(db)
  const { isShown, courseSlug, isSigned, taught } = await contentsOf(db, id)
  return {
    id: certificate.id,
    isRevoked: certificate.revokedAt !== null,
    revokedOn: certificate.revokedAt && dayOf(certificate.revokedAt, site.timeZone),
    isNameRemoved: certificate.printedName === '',
    printedName: certificate.printedName || NAME_REMOVED,
    courseName: certificate.courseName,
    completedOn: dayOf(certificate.completedAt, site.timeZone),
    issuedOn: dayOf(certificate.issuedAt, site.timeZone),
    issuer: site.name,
    // Of one that was revoked nothing is recommended any more.
    contactHours: certificate.revokedAt ? null : certificate.contactHours,
    ...(certificate.revokedAt ? { examined: null, taught: null } : { examined: certificate.examined, taught }),
    isSigned,
    courseSlug: isShown ? courseSlug : null,
  }
}
