import { expect, test } from 'vitest'
import { safeReturnPath, getLoginReason } from './accounts.rules.ts'
import { commonPasswords } from './common-passwords.rules.ts'
import { isGuessable } from './password.rules.ts'
import { MIN_PASSWORD_LENGTH } from './registration.rules.ts'

test.each(['/', '/MyAcademy/', '/Course/a?b=c#d', '/Podcast/x%20y'])('after login %s is gone back to', (next) => {
  expect(safeReturnPath(next)).toBe(next)
})

test.each([
  null,
  '',
  'MyAcademy',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/a\\..\\b',
  'javascript:alert(1)',
  '/Login/',
  '/login?next=/Login',
  '/ResetPassword/abc',
])('after login %j is not: the home page is', (next) => {
  expect(safeReturnPath(next)).toBe('/')
})

test.each([
  ['/Podcast/fact-or-opinion', 'Log in to open this podcast.'],
  ['/course/ethics?from=mail', 'Log in to continue to this course.'],
  ['/Document/starter-kit/', 'Log in to continue to this document.'],
  ['/MyAcademy/ethics/Lecture/first/', 'Log in to continue your course.'],
  ['/MyAcademy/', 'Log in to open My Academy.'],
  ['/MyDocuments/starter-kit', 'Log in to open My Docs.'],
  ['/Examination/ethics', 'Log in to take the examination.'],
  ['/Account/', 'Log in to open your account.'],
  ['/', undefined],
  ['/Podcasts/', undefined],
  ['/Log-in-to-win-a-prize', undefined],
])('who is sent on to %s is told why to log in: %s', (next, why) => {
  expect(getLoginReason(next)).toBe(why)
})

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
  'Nora.n2026',
  'nightingale',
  'Nightingale@example.com',
])('%s is guessed soon', (password) => {
  expect(isGuessable(password, nora)).toBe(true)
})

test('three thousand common passwords and more are refused, however they are written', () => {
  const longEnough = [...commonPasswords].filter((password) => [...password].length >= MIN_PASSWORD_LENGTH)
  expect(longEnough.length).toBeGreaterThan(17_950)
  const varied = longEnough.map((password) => ` ${password.toUpperCase()}\t`)
  expect(varied.filter((password) => !isGuessable(password, nora))).toEqual([])
  // From the middle of the published lists.
  for (const password of ['butthead', 'hawkeye1', 'liverpoo1', 'maks1995', 'Midnight2026'])
    expect(isGuessable(password, nora)).toBe(true)
})

test.each(['lamp at midnight', 'Scutari-1854-ward', 'x7#kLm29qP', 'ночная лампа', 'mypasswordislonger'])(
  '%s is not',
  (password) => {
    expect(isGuessable(password, nora)).toBe(false)
  },
)
