import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.rules.ts'
import { isGuessable } from './passwords.rules.ts'
import { MIN_PASSWORD_LENGTH } from './member-forms.rules.ts'

const nora = { username: 'nora.n', email: 'nightingale@example.com' }

test.each([
  'password',
  'Password123!',
  'p@ssw0rd',
  'iloveyou2',
  'Nursing2026',
  '12345678',
  '87654321',
  'qwertyuiop',
  '1q2w3e4r',
  'aaaaaaaa',
  'abcabcabc',
  '12341234',
  'abcd12345678',
  'letmeinletmein',
  'Nurse2026nurse2026',
  'Nora.n2026',
  'nightingale',
  'Nightingale@example.com',
])('rejects %s as guessable', (password) => {
  expect(isGuessable(password, nora)).toBe(true)
})

test('rejects more than three thousand common passwords in any spelling', () => {
  const longEnough = [...commonPasswords].filter((password) => [...password].length >= MIN_PASSWORD_LENGTH)
  expect(longEnough.length).toBeGreaterThan(17_950)
  const varied = longEnough.map((password) => ` ${password.toUpperCase()}\t`)
  expect(varied.filter((password) => !isGuessable(password, nora))).toEqual([])
  // These passwords are from the middle of the published lists.
  for (const password of ['butthead', 'hawkeye1', 'liverpoo1', 'maks1995', 'Midnight2026'])
    expect(isGuessable(password, nora)).toBe(true)
})

test.each(['lamp at midnight', 'Scutari-1854-ward', 'x7#kLm29qP', 'ночная лампа', 'mypasswordislonger'])(
  'accepts %s',
  (password) => {
    expect(isGuessable(password, nora)).toBe(false)
  },
)
