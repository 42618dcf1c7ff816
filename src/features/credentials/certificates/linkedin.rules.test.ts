import { expect, test } from 'vitest'
import { buildLinkedInUrl, getLinkedInFields } from './linkedin.rules.ts'

const CERTIFICATE = {
  id: 'Q0tqv1mC0rB7n4PZc2o9JH6u3s5',
  claim: 'completed',
  courseName: 'Records & Rules, “Part #2”',
  issuer: 'Légal Nurse Academy',
  issuedOn: '2026-02-03',
  address: 'https://academy.test/Certificate/Q0tqv1mC0rB7n4PZc2o9JH6u3s5',
} as const

test('passes name, organization, month, ID, and address to LinkedIn, whatever characters they contain', () => {
  const { origin, pathname, searchParams } = new URL(buildLinkedInUrl(CERTIFICATE))
  expect(origin + pathname).toBe('https://www.linkedin.com/profile/add')
  expect(Object.fromEntries(searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'Certificate of completion: Records & Rules, “Part #2”',
    organizationName: 'Légal Nurse Academy',
    issueYear: '2026',
    issueMonth: '2',
    certUrl: CERTIFICATE.address,
    certId: CERTIFICATE.id,
  })
})

test("offers for copying the values that LinkedIn may drop, under LinkedIn's field names", () => {
  expect(getLinkedInFields(CERTIFICATE).map(({ field }) => field)).toEqual([
    'Name',
    'Issuing organization',
    'Credential ID',
    'Credential URL',
  ])
})
