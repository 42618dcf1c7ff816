import { expect, test } from 'vitest'
import { printedName } from './printed-name.ts'

test.each([
  ['Nora', 'Nightingale', 'RN', 'Nora Nightingale, RN'],
  [' Nora ', 'Nightingale', ' ', 'Nora Nightingale'],
  ['', 'Nightingale', 'RN', 'Nightingale, RN'],
  // Credentials are no name.
  ['', '', 'RN', ''],
])('%j %j %j is printed as %j', (firstName, lastName, credentialsAfterName, printed) => {
  expect(printedName({ firstName, lastName, credentialsAfterName })).toBe(printed)
})
