import { expect, test } from 'vitest'
import { formatCertificateName } from './printed-name.ts'

test.each([
  ['Nora', 'Nightingale', 'RN', 'Nora Nightingale, RN'],
  [' Nora ', 'Nightingale', ' ', 'Nora Nightingale'],
  ['', 'Nightingale', 'RN', 'Nightingale, RN'],
  // Credentials alone are not a name.
  ['', '', 'RN', ''],
])('prints %j %j %j as %j', (firstName, lastName, credentialsAfterName, printed) => {
  expect(formatCertificateName({ firstName, lastName, credentialsAfterName })).toBe(printed)
})
