import { type CertificateClaim, formatCertificateTitle } from '#shared/certificate-claim.ts'
import { type ContactHours, formatHours } from '#shared/contact-hours.ts'
import { describeExam, type ExamDescription } from '#shared/exam-description.ts'
import type { RateLimit } from '#shared/rate-limit.ts'
import { pageAddress } from '#shared/pages.ts'

/** The minimum size of a status list, so that its length doesn't reveal whose credential an index belongs to. */
export const STATUS_LIST_SIZE = 131_072

/**
 * When this many indexes are taken, the next list starts: indexes are drawn at random, so free ones must remain easy to
 * find.
 */
export const MAX_INDEXES_TAKEN = (STATUS_LIST_SIZE * 3) / 4

/** The host name for `did:web`, which must be served over HTTPS. Undefined if the academy has none. */
export function getSigningHost(publicUrl: string, isProduction: boolean): string | undefined {
  const { protocol, hostname, host } = new URL(publicUrl)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  const isThisMachine = /(^|\.)localhost$/.test(hostname)
  // A local trial may sign as `localhost`, but a public academy could never change that name.
  return protocol !== 'https:' || isAddress || (isThisMachine && isProduction) ? undefined : host
}

/** Warnings for the operator. */
export const KEY_UNREADABLE_MESSAGE =
  'certificates are not signed, because their key was encrypted with another APP_SECRET. Set APP_SECRET to that value again, or create a new key: npm run academy -- rotate-credential-key'
export const NO_SIGNING_HOST_MESSAGE =
  'certificates are issued but not signed, because PUBLIC_URL is not an https address with a host name. They will be signed once it is'

export function hostChangedMessage(host: string): string {
  return `certificates are signed as ${toDid(host)}, as they have been since the first one. But PUBLIC_URL names another host. https://${host} must keep pointing here (/.well-known/did.json, /credentials/, and /Certificate/), or no one can verify signatures`
}

/** `did:web:academy.example.com`; a port's colon is encoded as `%3A`. */
export function toDid(host: string): string {
  return `did:web:${host.replace(':', '%3A')}`
}

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

/** The URL of a status list. It is part of every signed credential, so it must never change. */
export function getStatusListUrl(host: string, list: number): string {
  return `https://${host}/credentials/status/${list}`
}

export type CredentialData = {
  host: string
  issuer: string
  certificateId: string
  printedName: string
  course: { id: string; name: string; description: string }
  /** Null if the course had no exam. */
  examined: ExamDescription | null
  contactHours: ContactHours | null
  claim: CertificateClaim
  issuedAt: Date
  email: { hash: string; salt: string }
  list: number
  place: number
}

/**
 * The unsigned Open Badges 3.0 credential of a certificate. It never contains the score, a license, or an email
 * address.
 */
export function createUnsignedCredential(stated: CredentialData) {
  const { host, certificateId, course, list, place } = stated
  const origin = `https://${host}`
  const statusList = getStatusListUrl(host, list)
  const issuedAt = formatTimestamp(stated.issuedAt)
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id: origin + pageAddress('/Certificate/:id', { id: certificateId }),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: `${formatCertificateTitle(stated.claim)}: ${course.name}`,
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
        achievementType: stated.claim === 'passed' ? 'Certificate' : 'CertificateOfCompletion',
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

type Criteria = Pick<CredentialData, 'claim' | 'examined' | 'contactHours'>

function describeCriteria({ claim, examined, contactHours }: Criteria): string {
  const hours = contactHours
    ? `${contactHours.statement} Awarded: ${formatHours(contactHours.hours)}, provider number ${contactHours.provider}.`
    : 'No nursing contact hours are awarded.'
  const last = `${hours} This is not a professional certification.`
  if (!examined) return `Completed all lectures of the course, which has no examination. ${last}`
  const [first, ...others] = describeExam(examined)
  const how = [first.charAt(0).toLowerCase() + first.slice(1), ...others].join(', ')
  const what = claim === 'completed' ? 'Completed the course and passed its examination' : 'Passed the examination'
  return `${what}: ${how}. ${last}`
}

/** Includes the time zone, because verifiers reject times without one. */
export function formatTimestamp(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}

export const UNKNOWN_CERTIFICATE_LIMIT: RateLimit = {
  what: 'wrong-certificate-number',
  hits: 30,
  windowMs: 10 * 60_000,
}

const CREDENTIAL_MEDIA_TYPES = ['application/vc', 'application/ld+json', 'application/json'] as const

/**
 * The credential type that software requests in `Accept`; undefined for the page or no preference. Only types named
 * explicitly count, because browsers accept anything.
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
  const [kind = '', ...parameters] = part.split(';').map((token) => token.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [kind, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
