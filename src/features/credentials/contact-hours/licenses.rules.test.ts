import { expect, test } from 'vitest'
import { formatLicense, normalizeLicenseNumber, formatPrintedLicenses, stripNumberLabel } from './licenses.rules.ts'
import { readState } from './states.rules.ts'

test.each([
  ['RN', '9123456', '9123456'],
  ['RN', 'RN9123456', '9123456'],
  ['RN', 'rn 9123456', '9123456'],
  ['RN', 'R.N. 77-1', '77-1'],
  ['APRN', 'APRN-11001', '11001'],
  ['APRN', 'RN9123456', 'RN9123456'],
  ['LPN', 'PN5123456', 'PN5123456'],
  ['RN', '26NR 12345', '26NR 12345'],
  ['RN', 'RN FL 9123456', '9123456'],
  ['RN', 'FL-rn9123456', '9123456'],
  ['RN', 'fl 9123456', '9123456'],
  ['RN', 'F.L. R.N. 77-1', '77-1'],
  ['RN', 'TX 9123456', 'TX 9123456'],
  ['RN', 'FLEX 12', 'FLEX 12'],
])('stores the %s license number %j in Florida as %j', (profession, number, expected) =>
  expect(normalizeLicenseNumber({ state: 'FL', profession, number })).toBe(expected),
)

test("stores the parts that a certificate's license text was printed from", () => {
  const license = { state: 'CA', profession: 'APRN', number: '11001' }
  expect(normalizeLicenseNumber({ ...license, number: formatLicense(license) })).toBe(license.number)
})

const licenses = ['CA', 'FL', 'NY', 'OH', 'TX', 'VA', 'WV'].map((state) => ({
  state,
  profession: 'RN',
  number: '1234',
}))

test.each([
  ['Texas Board of Nursing', 'RN TX 1234'],
  ['Board of West Virginia', 'RN WV 1234'],
  ['Virginia Board of Nursing', 'RN VA 1234'],
  ['American Nurses Credentialing Center', 'RN CA 1234'],
])('prints four of seven licenses for %s, starting with %j', (approver, first) => {
  const printed = formatPrintedLicenses(licenses, approver)
  expect([printed.length, printed[0], printed[4]]).toEqual([5, first, 'and 3 more on file with us'])
})

test('prints all of four licenses', () => expect(formatPrintedLicenses(licenses.slice(0, 4), '')).toHaveLength(4))

test.each([
  ['License No. 123456', '123456'],
  ['#123456', '123456'],
  ['Lic. #: RN 95 123456', 'RN 95 123456'],
  ['no. 77-1', '77-1'],
  ['NO12345', 'NO12345'],
  ['LIC12345', 'LIC12345'],
  ['#', '#'],
])('takes the label off the license number %j', (typed, number) => expect(stripNumberLabel(typed)).toBe(number))

test.each([
  ['IL', 'IL', 'Illinois'],
  ['il', 'IL', 'Illinois'],
  ['illinois', 'IL', 'Illinois'],
  ['Ill.', 'IL', 'Illinois'],
  ['N.Y.', 'NY', 'New York'],
  ['new  york', 'NY', 'New York'],
  ['Washington, D.C.', 'DC', 'District of Columbia'],
  ['washington', 'WA', 'Washington'],
  ['Virginia', 'VA', 'Virginia'],
  ['Miss.', 'MS', 'Mississippi'],
  ['new', undefined, 'must be a US state, such as IL or Illinois'],
  ['ZZ', undefined, 'must be a US state, such as IL or Illinois'],
  ['Ontario', undefined, 'must be a US state, such as IL or Illinois'],
])('reads the state %j as %j', (typed, text, words) => {
  expect(readState(typed)).toEqual(text === undefined ? { reason: words } : { text, shown: words })
})
