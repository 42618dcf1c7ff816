import { pageAddress } from '#shared/pages.ts'
import { randomBytes } from 'node:crypto'
import type { Executor } from '#db/open.ts'
import { findMember, problemOfStoredName } from '#features/accounts/accounts.public.ts'
import { readSite } from '#features/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { drawnInThread } from '#platform/drawing.ts'
import { unprintableLetters } from '#platform/lettering.ts'
import { AppError } from '#shared/app-error.ts'
import { dayOf } from '#shared/dates.ts'
import { printedName } from '#shared/printed-name.ts'
import type { certificatePdf as drawing } from './certificate.document.ts'
import { sendCertificate } from './certificates.queues.ts'
import { certificateLetter } from './certificates.letter.ts'
import { courseTitle, findCertificate, insertOnce, standingCertificate } from './certificates.queries.ts'
import { certificateFileName, NAME_REMOVED, SEND_AGAIN_AFTER_SECONDS } from './certificates.rules.ts'
import { printedOf } from './erasing.queries.ts'

const certificatePdf = drawnInThread<typeof drawing>(
  new URL('certificate.document.ts', import.meta.url),
  'certificatePdf',
)

type Asked = {
  memberId: string
  courseId: string
  /** Of an examination in this course that was counted and passed; undefined where there is none. */
  passedAttemptId: string | undefined
}

/**
 * Issues the certificate when the member has earned it, and sends it by mail; asked again, sends the same one again.
 * Certificate and mail are stored together: when this returns, both will reach the member whatever breaks.
 */
export async function askForCertificate({ db, jobs, now }: Deps, asked: Asked): Promise<void> {
  const standing = await standingCertificate(db, asked.memberId, asked.courseId)
  if (standing?.revokedAt) throw new AppError('forbidden', 'This certificate was revoked. Please contact us.')
  const certificate = standing ? undefined : await earnedCertificate({ db, now }, asked)
  await db.transaction(async (tx) => {
    const certificateId = certificate ? await insertOnce(tx, certificate) : standing?.id
    if (certificateId === undefined) return
    // Pressed twice, it is one mail; asked again later, another.
    await jobs.enqueue(
      tx,
      sendCertificate,
      { certificateId },
      { atMostEvery: SEND_AGAIN_AFTER_SECONDS, key: certificateId },
    )
  })
}

async function earnedCertificate({ db, now }: Pick<Deps, 'db' | 'now'>, asked: Asked) {
  const { memberId, courseId, passedAttemptId: attemptId } = asked
  if (attemptId === undefined) {
    throw new AppError(
      'exam_not_passed',
      'A certificate needs a score of 80% or more in an examination submitted with its answers.',
    )
  }
  const [name, courseName] = await Promise.all([nameToPrint(db, memberId), courseTitle(db, courseId)])
  if (courseName === undefined) throw new AppError('not_found', 'No such examination.')
  const id = randomBytes(20).toString('base64url')
  return { id, memberId, courseId, attemptId, printedName: name, courseName, issuedAt: now() }
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
  if (missing.length > 0)
    throw refuse(
      `The certificate can't print ${missing.join(' ')}. Please write your name in Latin, Greek or Cyrillic letters.`,
    )
  return name
}

/** The job: makes the PDF and mails it. */
export async function mailCertificate({ db, mail, config }: Deps, certificateId: string): Promise<void> {
  const certificate = await findCertificate(db, certificateId)
  const member = certificate && (await findMember(db, certificate.memberId))
  // Revoked or erased since: there is nothing left to send.
  if (!member || certificate.revokedAt || certificate.printedName === '') return
  const site = await readSite(db)
  const address = config.publicUrl + pageAddress('/Certificate/:id', { id: certificate.id })
  const content = await certificatePdf({
    ...certificate,
    address,
    timeZone: site.timeZone,
    language: site.language,
    issuer: { name: site.name, address: site.postalAddress },
  })
  await mail.send({
    to: member.email,
    memberId: member.id,
    ...certificateLetter({
      site,
      name: certificate.printedName,
      courseName: certificate.courseName,
      address,
    }),
    attachments: [{ filename: certificateFileName(certificate.courseName), contentType: 'application/pdf', content }],
  })
}

/** Each certificate of a member as a PDF, one after the other; by one statement beside that of the site's settings. */
export async function* certificateFiles(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  memberId: string,
): AsyncGenerator<{ name: string; content: Buffer }> {
  const site = await readSite(db)
  const issuer = { name: site.name, address: site.postalAddress }
  for (const certificate of await printedOf(db, memberId)) {
    const address = config.publicUrl + pageAddress('/Certificate/:id', { id: certificate.id })
    const content = await certificatePdf({
      ...certificate,
      address,
      timeZone: site.timeZone,
      language: site.language,
      issuer,
    })
    yield { name: certificateFileName(certificate.courseName), content }
  }
}

/** What anyone may check of it; days are `2026-02-03`, in the academy's time zone. Refuses (`not_found`). */
export async function certificateFor({ db }: Pick<Deps, 'db'>, id: string) {
  const certificate = await findCertificate(db, id)
  if (!certificate) throw new AppError('not_found', 'There is no certificate with this number.')
  const site = await readSite(db)
  return {
    id: certificate.id,
    isRevoked: certificate.revokedAt !== null,
    isNameRemoved: certificate.printedName === '',
    printedName: certificate.printedName || NAME_REMOVED,
    courseName: certificate.courseName,
    completedOn: dayOf(certificate.completedAt, site.timeZone),
    issuedOn: dayOf(certificate.issuedAt, site.timeZone),
    issuer: site.name,
  }
}
