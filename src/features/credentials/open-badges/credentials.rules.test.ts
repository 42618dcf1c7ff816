import { expect, test } from 'vitest'
import { againstOpenBadge } from '../../../../test/oracles/open-badge.ts'
import {
  createUnsignedCredential,
  type CredentialData,
  getSigningHost,
  negotiateCredentialType,
  toDid,
} from './credentials.rules.ts'

test.each([
  ['https://academy.example.com', true, 'academy.example.com'],
  ['https://academy.example.com:8443', true, 'academy.example.com:8443'],
  ['https://localhost:8443', false, 'localhost:8443'],
  ['https://localhost:8443', true, undefined],
  ['https://academy.localhost', true, undefined],
  ['http://academy.example.com', false, undefined],
  ['https://203.0.113.7', false, undefined],
  ['https://0x7f.1', false, undefined],
  ['https://[2001:db8::1]', false, undefined],
])('names the issuer of a credential at %s (production: %s) as %s', (address, isProduction, host) => {
  expect(getSigningHost(address, isProduction)).toBe(host)
})

test("encodes the port of an issuer's name as did:web requires", () => {
  expect(toDid('localhost:8443')).toBe('did:web:localhost%3A8443')
  expect(toDid('academy.example.com')).toBe('did:web:academy.example.com')
})

test.each([
  [undefined, undefined],
  ['*/*', undefined],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', undefined],
  ['text/html, application/json;q=0.9', undefined],
  ['application/json;q=0', undefined],
  ['', undefined],
  ['application/json', 'application/json'],
  ['application/json, text/plain, */*', 'application/json'],
  ['Application/LD+JSON; profile="x"', 'application/ld+json'],
  ['application/vc;q=0.9, application/json;q=0.8', 'application/vc'],
  ['text/html;q=0.5, application/vc', 'application/vc'],
  ['application/json, text/html', 'application/json'],
])('resolves the Accept header "%s" for a certificate to %s', (accept, kind) => {
  expect(negotiateCredentialType(accept)).toBe(kind)
})

const STATED: CredentialData = {
  host: 'academy.example.com',
  issuer: 'Legal Nurse Academy',
  certificateId: 'Hn3kQ2vXw7ZpTt0aBcDeFgHiJkLmNoPqRsTuVw',
  printedName: 'Łucja Óžuánçelō, RN',
  course: { id: '0b8f6c1e-3f3b-4d63-9d5e-1c1f5a8f2b11', name: 'Ethics', description: 'What is right.' },
  examined: { asked: 10, bank: 30, needed: 80 },
  contactHours: null,
  claim: 'passed',
  issuedAt: new Date('2026-03-01T08:09:10.123Z'),
  email: { hash: 'sha256$00', salt: 'salt' },
  list: 1,
  place: 7,
}
const unsigned = createUnsignedCredential(STATED)
const PROOF = {
  type: 'DataIntegrityProof',
  cryptosuite: 'eddsa-rdfc-2022',
  created: '2026-03-01T08:09:10Z',
  proofPurpose: 'assertionMethod',
  verificationMethod: 'did:web:academy.example.com#z6Mk',
  proofValue: 'z1',
}
const signed = { ...unsigned, proof: [PROOF] }

test.each([
  ['as it is', signed, []],
  ['without its proof', unsigned, ['proof']],
  ['with one proof instead of a list', { ...signed, proof: PROOF }, ['proof']],
  ['with a date without time and zone', { ...signed, validFrom: '2026-03-01' }, ['validFrom']],
  ['with the contexts in reverse order', { ...signed, '@context': signed['@context'].toReversed() }, ['@context']],
  ['with one type instead of a list', { ...signed, issuer: { ...signed.issuer, type: 'Profile' } }, ['issuer']],
  ['with an invented field', { ...signed, score: 9 }, ['']],
])('validates a credential %s against Open Badges', (_, credential, wrong) => {
  const parts = againstOpenBadge(credential).map((each) => each.split(/[.:]/)[0])
  expect([...new Set(parts)]).toEqual(wrong)
})

test('claims no exam for a course without one', () => {
  const { name, credentialSubject } = createUnsignedCredential({ ...STATED, claim: 'studied', examined: null })
  expect(name).toBe('Certificate of completion: Ethics')
  expect(credentialSubject.achievement).toMatchObject({
    achievementType: 'CertificateOfCompletion',
    criteria: {
      narrative:
        'Completed all lectures of the course, which has no examination. No nursing contact hours are awarded. This is not a professional certification.',
    },
  })
})
