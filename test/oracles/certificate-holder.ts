import { expect } from 'vitest'

export const ISSUER = 'Legal Nurse Academy'
export const TIME_ZONE = 'America/New_York'
const ORIGIN = 'https://academy.test'

/** What the database contains about a holder: what they did, without anything derived from it. */
export type Facts = {
  id: string
  name: string
  printed: string
  email: string
  course: string
  courseId: string
  about: string
  slug: string
  asked: number
  bank: number
  lectures: number
  /** How many lectures were completed when the certificate was issued. */
  completions: number
  attempts: number
  passedAt: Date
  completedAt: Date | null
  issuedAt: Date
  revokedAt: Date | null
  isErased: boolean
  /** The status list indexes of the credentials, oldest first. */
  places: number[]
}

/** What only emails to the holder say: the name before a correction, or the reason for a revocation. */
export type Change = { oldName: string; day: string } | { reason: string } | undefined

/** All that each carrier of a certificate must say about its holder; the academy's settings are the defaults. */
export function describeHolder(facts: Facts, change: Change) {
  const claims = describeClaims(facts)
  return {
    page: describePage(facts, claims),
    ...describeHolderFiles(facts, claims),
    credential: facts.isErased
      ? 'No signed credential exists for this certificate ID.'
      : describeCredential(facts, claims),
    isEnded: facts.revokedAt !== null,
    emails: facts.isErased ? [] : describeEmails(facts, claims, change),
  }
}

type Claims = ReturnType<typeof describeClaims>

function describeClaims(facts: Facts) {
  const { id, name, asked, bank, lectures, completions, passedAt, completedAt } = facts
  const isComplete = completions === lectures
  return {
    isComplete,
    address: `${ORIGIN}/Certificate/${id}`,
    title: isComplete ? 'Certificate of completion' : 'Certificate of achievement',
    on: isComplete ? 'Completed on' : 'Passed on',
    doneAt: isComplete ? completedAt : passedAt,
    exam: [`${asked} questions chosen at random from ${bank}`, '80% needed to pass'],
    disclaimer: `${name.includes(',') ? 'Name and credentials' : 'Name'} self-reported; identity not verified.`,
  }
}

/** Only print shows when the status was checked. */
function describeStatus({ revokedAt, isErased }: Facts) {
  const status = revokedAt
    ? `This certificate was revoked. It has not been valid since ${formatDay(revokedAt, 'short')}.`
    : `This certificate is valid. It was issued by ${ISSUER}.`
  const name = isErased ? ' Its name was removed, so we can’t confirm who holds it.' : ''
  const checked = String.raw`Status checked on [A-Z][a-z]{2} \d+, 20\d\d, \d+:\d\d [AP]M E[SD]?T`
  return expect.stringMatching(
    new RegExp(`^${status + name} ${checked}. To see the current status, open the address below.$`),
  )
}

function describePage(facts: Facts, { isComplete, title, on, doneAt, address, exam, disclaimer }: Claims) {
  const { id, name, course, revokedAt, issuedAt, isErased } = facts
  const who = isErased ? 'The certificate holder' : name
  const did = isComplete
    ? 'completed the course and passed its exam. A lecture counts as completed once its end is reached, so parts may have been skipped'
    : 'passed the course exam. A certificate of achievement is for passing the exam alone. Lectures are optional, and it doesn’t say whether any were taken'
  const proof = [
    'How to verify',
    // Instructions, which say nothing about the holder.
    expect.stringContaining(`${ORIGIN}/Certificate/`),
    'Copy link',
    ...(isErased ? [] : ['Credential (JSON)']),
    'Verify another certificate',
  ]
  const contents = [
    'What the course teaches',
    'Read a record',
    'How the exam worked',
    ...exam,
    'Online and unsupervised. Graded by the academy. Learners may take it more than once. The score isn’t published.',
    'What the course covered',
    'Lecture 1',
    'Lecture 2',
    'Lectures are online and unsupervised.',
    'View the course',
  ]
  return {
    title: revokedAt ? 'Revoked certificate' : isErased ? 'Certificate' : `${name}’s certificate`,
    description: revokedAt
      ? `A revoked ${course} certificate.`
      : `${who} ${isComplete ? `completed ${course} and passed its exam` : `passed the ${course} exam`}.`,
    image: revokedAt ? 'A revoked certificate' : `${title}: ${course}`,
    lines: [
      describeStatus(facts),
      ISSUER,
      title,
      isErased ? 'Name removed' : name,
      'Course',
      course,
      'Issued by',
      ISSUER,
      on,
      formatDay(doneAt, 'short'),
      'Issued on',
      formatDay(issuedAt, 'short'),
      'Certificate ID',
      id,
      'Verify at',
      address,
      ...(revokedAt ? [] : proof),
      'What this certificate is, and isn’t',
      `A record that ${isComplete ? 'a course was completed' : 'an exam was passed'}. ${isErased ? who : 'The person named'} ${did}.${revokedAt ? ' This certificate has since been revoked. Don’t rely on it.' : ''}`,
      'Not a professional certification or a license. Licensing and certification boards grant those under their own rules.',
      'No nursing contact hours awarded.',
      isErased
        ? 'The name was removed. The holder deleted their account, which removed the name.'
        : `${disclaimer} We haven’t checked it against an ID.`,
      ...(revokedAt ? [] : contents),
    ],
  }
}

/** What only the holder can load. */
function describeHolderFiles(facts: Facts, claims: Claims) {
  const { id, email, course, slug, issuedAt, revokedAt, isErased } = facts
  const { isComplete, title, address } = claims
  const loggedOut = 'Your session has ended. Please log in again.'
  if (isErased) return { pdf: loggedOut, badge: loggedOut, list: loggedOut, linkedIn: undefined }
  const list = { sent_to: email, earned: [] }
  if (revokedAt)
    return {
      pdf: 'This certificate was revoked, so it can’t be downloaded.',
      badge: 'This certificate was revoked, so it has no badge.',
      list: { ...list, certificates: [], revoked: [{ id, course_name: course, revoked_on: toIsoDay(revokedAt) }] },
      linkedIn: undefined,
    }
  const listed = {
    id,
    course_id: slug,
    course_name: course,
    issued_on: toIsoDay(issuedAt),
    claim: isComplete ? 'completed' : 'passed',
    file_name: `${title} - ${course}.pdf`,
    is_signed: true,
  }
  return {
    pdf: describePdf(facts, claims),
    badge: { size: [720, 720], isCredentialEmbedded: true, isDrawn: true },
    list: { ...list, certificates: [listed], revoked: [] },
    linkedIn: {
      startTask: 'CERTIFICATION_NAME',
      name: `${title}: ${course}`,
      organizationName: ISSUER,
      issueYear: toIsoDay(issuedAt).slice(0, 4),
      issueMonth: String(Number(toIsoDay(issuedAt).slice(5, 7))),
      certUrl: address,
      certId: id,
    },
  }
}

function describePdf(facts: Facts, { isComplete, title, on, doneAt, address, exam, disclaimer }: Claims) {
  const { id, name, course, issuedAt } = facts
  return {
    title: `${title}: ${course}`,
    subject: name,
    lines: [
      ISSUER,
      isComplete ? 'Certificate of Completion' : 'Certificate of Achievement',
      'This is to certify that',
      name,
      isComplete ? 'has completed the course and passed the examination for' : 'has passed the examination for',
      course,
      `${on} ${formatDay(doneAt, 'long')}`,
      [...exam, 'online and unsupervised'].join(', '),
      `This certificate records ${isComplete ? 'the completion of a course' : 'the passing of an examination'}. It is not a professional certification. No nursing contact hours are awarded.`,
      disclaimer,
      ISSUER,
      `Issued on ${formatDay(issuedAt, 'long')}`,
      `Certificate ID ${id}`,
      'Anyone can verify this certificate at',
      address,
      'Software can verify the signed credential in this file: credential.json',
    ],
    isCredentialEmbedded: true,
    isEmailed: true,
  }
}

/** The credential without the proof, and with the email address instead of its hash. */
function describeCredential(facts: Facts, { isComplete, title, address, exam }: Claims) {
  const { name, email, course, courseId, about, places } = facts
  const issuedAt = facts.issuedAt.toISOString().replace('.000', '')
  const [list, place] = [`${ORIGIN}/credentials/status/1`, String(places.at(-1))]
  const did = isComplete ? 'Completed the course and passed its examination' : 'Passed the examination'
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id: address,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: `${title}: ${course}`,
    issuer: { id: 'did:web:academy.test', type: ['Profile'], name: ISSUER, url: ORIGIN },
    validFrom: issuedAt,
    awardedDate: issuedAt,
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        { type: 'IdentityObject', hashed: false, identityHash: name, identityType: 'name' },
        { type: 'IdentityObject', hashed: true, identityHash: email, identityType: 'emailAddress' },
      ],
      achievement: {
        id: `urn:uuid:${courseId}`,
        type: ['Achievement'],
        achievementType: isComplete ? 'CertificateOfCompletion' : 'Certificate',
        name: course,
        description: about,
        criteria: {
          narrative: `${did}: ${exam.join(', ')}. No nursing contact hours are awarded. This is not a professional certification.`,
        },
      },
    },
    credentialStatus: {
      id: `${list}#${place}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: place,
      statusListCredential: list,
    },
  }
}

/** The emails to the holder, oldest first, without receipts. */
function describeEmails({ name, course }: Facts, { isComplete, title, address }: Claims, change: Change) {
  const end = `-- \n${ISSUER}`
  const did = isComplete ? `You completed ${course} and passed its exam` : `You passed the exam for ${course}`
  const issued = (to: string) => ({
    subject: `Your certificate: ${course}`,
    files: [`${title} - ${course}.pdf`],
    text: [
      `Congratulations, ${to}`,
      `${did}. Your certificate is attached as a PDF.`,
      'Share the link below with anyone who needs to verify your certificate. Only people who have the link can see it.',
      `View my certificate:\n${address}`,
      'Keep this email for your records.',
      end,
    ],
  })
  if (!change) return [issued(name)]
  if ('reason' in change) {
    const revoked = [
      'Your certificate was revoked',
      `We revoked your certificate for ${course}. Reason: ${change.reason}`,
      'Anyone who checks its page or its signed file will see that it was revoked, but not why.',
      `View certificate page:\n${address}`,
      'If you think this is a mistake, please contact us.',
      end,
    ]
    return [issued(name), { subject: 'Your certificate was revoked', files: [], text: revoked }]
  }
  const renamed = [
    'Your name was corrected',
    `Our support team corrected the name on your account at ${ISSUER} on ${change.day}, 10:00 PM ET. Your existing certificates now show the new name, too.`,
    `Old name: ${change.oldName}\nNew name: ${name}`,
    'If this isn’t right, please contact us.',
    end,
  ]
  return [issued(change.oldName), { subject: 'Your name was corrected', files: [], text: renamed }, issued(name)]
}

function formatDay(at: Date | null, month: 'short' | 'long'): string | undefined {
  return at?.toLocaleDateString('en-US', { timeZone: TIME_ZONE, year: 'numeric', month, day: 'numeric' })
}

function toIsoDay(at: Date): string {
  return at.toLocaleDateString('en-CA', { timeZone: TIME_ZONE })
}
