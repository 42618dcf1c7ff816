import { type ContactHours, hoursInWords } from '#shared/contact-hours.ts'
import { examinedInWords, type HowExamined } from '#shared/how-examined.ts'
import type { Limit } from '#shared/limit.ts'
import { pageAddress } from '#shared/pages.ts'

/** So many places a status list has at least, that nobody reads from its length who is meant. */
export const PLACES = 131_072

/** A list with so many places taken is followed by another: places are drawn at random, and must go on to be found. */
export const PLACES_TAKEN_AT_MOST = (PLACES * 3) / 4

/** What `did:web` can name: a host with a name, reached by https. Undefined where the academy has none. */
export function hostToSignUnder(publicUrl: string, isProduction: boolean): string | undefined {
  const { protocol, hostname, host } = new URL(publicUrl)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  const isThisMachine = /(^|\.)localhost$/.test(hostname)
  // What is tried on this machine alone may name it; an academy that is open would never get rid of it.
  return protocol !== 'https:' || isAddress || (isThisMachine && isProduction) ? undefined : host
}

/** What the operator is told. */
export const CLOSED =
  'certificates are not signed: their key was sealed with another APP_SECRET. Give the academy that secret again, or have another key made: npm run academy -- rotate-credential-key'
export const NAMELESS =
  'certificates are issued and not signed, since PUBLIC_URL is no https address with a name. They are signed when it is one'

export function movedAway(host: string): string {
  return `certificates are signed as ${didOf(host)}, as at the first issue, and PUBLIC_URL names another host: https://${host} must go on leading here (/.well-known/did.json, /credentials/ and /Certificate/), or nobody can check what was signed`
}

/** `did:web:academy.example.com`; the colon before a port is written as `%3A`. */
export function didOf(host: string): string {
  return `did:web:${host.replace(':', '%3A')}`
}

/** What anyone reads who wants to know whose keys these are: all that ever signed. */
export function didDocument(host: string, publicKeys: readonly string[]) {
  const did = didOf(host)
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
export function statusListAddress(host: string, list: number): string {
  return `https://${host}/credentials/status/${list}`
}

export type Stated = {
  host: string
  /** The academy's name. */
  issuer: string
  certificateId: string
  printedName: string
  course: { id: string; name: string; description: string }
  examined: HowExamined
  contactHours: ContactHours | null
  issuedAt: Date
  email: { hash: string; salt: string }
  list: number
  place: number
}

/** The Open Badges 3.0 credential of a certificate, before it is signed. It never tells the score, a licence or an address. */
export function unsignedCredential(stated: Stated) {
  const { host, certificateId, course, list, place } = stated
  const origin = `https://${host}`
  const statusList = statusListAddress(host, list)
  const issuedAt = toSeconds(stated.issuedAt)
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id: origin + pageAddress('/Certificate/:id', { id: certificateId }),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: `Certificate of completion: ${course.name}`,
    issuer: { id: didOf(host), type: ['Profile'], name: stated.issuer, url: origin },
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
        criteria: { narrative: criteriaInWords(stated) },
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

function criteriaInWords({ examined, contactHours }: Pick<Stated, 'examined' | 'contactHours'>): string {
  const hours = contactHours
    ? `${contactHours.statement} Awarded: ${hoursInWords(contactHours.hours)}, provider number ${contactHours.provider}.`
    : 'No nursing contact hours are awarded.'
  const [first, ...others] = examinedInWords(examined)
  const how = [first.charAt(0).toLowerCase() + first.slice(1), ...others].join(', ')
  return `Completed the course and passed its examination: ${how}. ${hours} This is not a professional certification.`
}

/** With its zone; verifiers refuse a time that has none. */
export function toSeconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}

/** So often a number that is on no certificate can be asked for from one place. */
export const WRONG_NUMBERS_PER_ADDRESS: Limit = { what: 'wrong-certificate-number', hits: 30, windowMs: 10 * 60_000 }

const OF_CREDENTIALS = ['application/vc', 'application/ld+json', 'application/json'] as const

/**
 * As which kind a program wants the credential of a certificate, by its header `Accept`; undefined for whoever wants the page, or says
 * nothing. Only what is named counts: a browser takes anything, too.
 */
export function kindOfCredential(accept: string | undefined): (typeof OF_CREDENTIALS)[number] | undefined {
  if (accept === undefined) return undefined
  const wanted = new Map(accept.split(',').map((part) => weightOf(part)))
  const weight = (kind: string) => wanted.get(kind) ?? 0
  const [best] = OF_CREDENTIALS.toSorted((one, other) => weight(other) - weight(one))
  return best !== undefined && weight(best) > 0 && weight(best) >= weight('text/html') ? best : undefined
}

function weightOf(part: string): [kind: string, weight: number] {
  const [kind = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [kind, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
