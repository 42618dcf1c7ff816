import { z } from 'zod'

/**
 * The requirements of 1EdTech's published schema for Open Badges 3.0 credentials
 * (`ob_v3p0_achievementcredential_schema.json`), rewritten for our credentials and stricter: no other properties, no
 * empty text. It was compared with the published schema by hand: whenever a value of a credential was left out or
 * replaced and the published schema rejected the result, this one rejected it, too.
 */
const Text = z.string().trim().min(1)
/** With seconds and a time zone. */
const Time = z.iso.datetime({ offset: true })
const oneOf = (type: string) => z.tuple([z.literal(type)])

const Identity = z.strictObject({
  type: z.literal('IdentityObject'),
  identityType: z.enum(['name', 'emailAddress']),
  hashed: z.boolean(),
  identityHash: Text,
  salt: Text.optional(),
})

const Achievement = z.strictObject({
  id: Text,
  type: oneOf('Achievement'),
  achievementType: z.enum(['CertificateOfCompletion', 'Certificate']),
  name: Text,
  description: Text,
  criteria: z.strictObject({ narrative: Text }),
})

const Proof = z.strictObject({
  type: z.literal('DataIntegrityProof'),
  cryptosuite: z.literal('eddsa-rdfc-2022'),
  created: Time,
  proofPurpose: z.literal('assertionMethod'),
  verificationMethod: Text,
  proofValue: Text,
})

const OpenBadge = z.strictObject({
  '@context': z.tuple([
    z.literal('https://www.w3.org/ns/credentials/v2'),
    z.string().regex(/^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context-3\.\d\.\d\.json$/),
  ]),
  id: z.url(),
  type: z.tuple([z.literal('VerifiableCredential'), z.literal('OpenBadgeCredential')]),
  name: Text,
  issuer: z.strictObject({
    id: z.string().startsWith('did:web:'),
    type: oneOf('Profile'),
    name: Text,
    url: z.url(),
  }),
  validFrom: Time,
  awardedDate: Time,
  credentialSubject: z.strictObject({
    type: oneOf('AchievementSubject'),
    identifier: z.array(Identity).min(1),
    achievement: Achievement,
  }),
  credentialStatus: z.strictObject({
    id: z.url(),
    type: z.literal('BitstringStatusListEntry'),
    statusPurpose: z.literal('revocation'),
    statusListIndex: z.string().regex(/^\d+$/),
    statusListCredential: z.url(),
  }),
  proof: z.array(Proof).length(1),
})

/**
 * What is invalid about a signed credential as an Open Badge: `credentialSubject.type: Invalid input`; empty if valid.
 */
export function againstOpenBadge(credential: unknown): string[] {
  const issues = OpenBadge.safeParse(credential).error?.issues ?? []
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}
