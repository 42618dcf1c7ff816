import { type ContactHours, formatHours } from '#shared/contact-hours.ts'
import { describeExam, type ExamDescription } from '#shared/exam-description.ts'
import type { RateLimit } from '#shared/rate-limit.ts'
import { pageAddress } from '#shared/pages.ts'

/** So many places a status list has at least, that nobody reads from its length who is meant. */
export const STATUS_LIST_SIZE = 131_072

/** A list with so many places taken is followed by another: places are drawn at random, and must go on to be found. */
export const MAX_INDEXES_TAKEN = (STATUS_LIST_SIZE * 3) / 4

/** What `did:web` can name: a host with a name, reached by https. Undefined where the academy has none. */
export function getSigningHost(publicUrl: string, isProduction: boolean): string | undefined {
  const { protocol, hostname, host } = new URL(publicUrl)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  const isThisMachine = /(^|\.)localhost$/.test(hostname)
  // What is tried on this machine alone may name it; an academy that is open would never get rid of it.
  return protocol !== 'https:' || isAddress || (isThisMachine && isProduction) ? undefined : host
}

/** What the operator is told. */
export const KEY_UNREADABLE_MESSAGE =
  'certificates are not signed: their key was sealed with another APP_SECRET. Give the academy that secret again, or have another key made: npm run academy -- rotate-credential-key'
export const NO_SIGNING_HOST_MESSAGE =
  'certificates are issued and not signed, since PUBLIC_URL is no https address with a name. They are signed when it is one'

export function hostChangedMessage(host: string): string {
  return `certificates are signed as ${toDid(host)}, as at the first issue, and PUBLIC_URL names another host: https://${host} must go on leading here (/.well-known/did.json, /credentials/ and /Certificate/), or nobody can check what was signed`
}

/** `did:web:academy.example.com`; the colon before a port is written as `%3A`. */
export function toDid(host: string): string {
  return `did:web:${host.replace(':', '%3A')}`
}

/** What anyone reads who wants to know whose keys these are: all that ever signed. */
export function createDidDocument(host: string, publicKeys: readonly string[]) {
  const did = toDid(host)
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: publicKeys.map((publicKeyMultibase) => ({
      id: `${did}#${publicKeyMultibase}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase,
    })),
    assertionMethod: publicKeys.map((key) => `${did}#${key}`),
  }
}

/** Where a status list is fetched. It stands in everything that was signed, so it never changes. */
export function getStatusListUrl(host: string, list: number): string {
  return `https://${host}/credentials/status/${list}`
}

export type CredentialData = {
  host: string
  /** The academy's name. */
  issuer: string
  certificateId: string
  printedName: string
  course: { id: string; name: string; description: string }
  examined: ExamDescription
  contactHours: ContactHours | null
  issuedAt: Date
  email: { hash: string; salt: string }
  list: number
  place: number
}

/** The Open Badges 3.0 credential of a certificate, before it is signed. It never tells the score, a licence or an address. */
export function createUnsignedCredential(stated: CredentialData) {
  const { host, certificateId, course, list, place } = stated
  const origin = `https://${host}`
  const statusList = getStatusListUrl(host, list)
  const issuedAt = formatTimestamp(stated.issuedAt)
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id: origin + pageAddress('/Certificate/:id', { id: certificateId }),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: `Certificate of completion: ${course.name}`,
    issuer: { id: toDid(host), type: ['Profile'], name: stated.issuer, url: origin },
    validFrom: issuedAt,
    awardedDate: issuedAt,
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        { type: 'IdentityObject', hashed: false, identityHash: stated.printedName, identityType: 'name' },
        {
          type: 'IdentityObject',
          hashed: true,
          identityHash: stated.email.hash,
          identityType: 'emailAddress',
          salt: stated.email.salt,
        },
      ],
      achievement: {
        id: `urn:uuid:${course.id}`,
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        name: course.name,
        description: course.description,
        criteria: { narrative: describeCriteria(stated) },
      },
    },
    credentialStatus: {
      id: `${statusList}#${place}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(place),
      statusListCredential: statusList,
    },
  }
}

function describeCriteria({ examined, contactHours }: Pick<CredentialData, 'examined' | 'contactHours'>): string {
  const hours = contactHours
    ? `${contactHours.statement} Awarded: ${formatHours(contactHours.hours)}, provider number ${contactHours.provider}.`
    : 'No nursing contact hours are awarded.'
  const [first, ...others] = describeExam(examined)
  const how = [first.charAt(0).toLowerCase() + first.slice(1), ...others].join(', ')
  return `Completed the course and passed its examination: ${how}. ${hours} This is not a professional certification.`
}

/** With its zone; verifiers refuse a time that has none. */
export function formatTimestamp(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}

/** So often a number that is on no certificate can be asked for from one place. */
export const UNKNOWN_CERTIFICATE_LIMIT: RateLimit = {
  what: 'wrong-certificate-number',
  hits: 30,
  windowMs: 10 * 60_000,
}

const CREDENTIAL_MEDIA_TYPES = ['application/vc', 'application/ld+json', 'application/json'] as const

/**
 * As which kind a program wants the credential of a certificate, by its header `Accept`; undefined for whoever wants the page, or says
 * nothing. Only what is named counts: a browser takes anything, too.
 */
export function negotiateCredentialType(
  accept: string | undefined,
): (typeof CREDENTIAL_MEDIA_TYPES)[number] | undefined {
  if (accept === undefined) return undefined
  const wanted = new Map(accept.split(',').map((part) => parseAcceptPart(part)))
  const weight = (kind: string) => wanted.get(kind) ?? 0
  const [best] = CREDENTIAL_MEDIA_TYPES.toSorted((one, other) => weight(other) - weight(one))
  return best !== undefined && weight(best) > 0 && weight(best) >= weight('text/html') ? best : undefined
}

function parseAcceptPart(part: string): [kind: string, weight: number] {
  const [kind = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [kind, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
