import { expect, test } from 'vitest'
import { cleanLogin, cleanUsername } from './login-name.ts'

test.each([
  ['nora@example. com', 'nora@example.com'],
  [' nora @ example.com\n', 'nora@example.com'],
  ['\u200Bnora\u200B\uFE0F\u2060', 'nora'],
  ['no\u00ADra\u00A0', 'nora'],
  ['ｎｏｒａ＠example。com', 'nora@example.com'],
  ['mary‑ann', 'mary-ann'],
  ['o’neill@example.com', "o'neill@example.com"],
  ['\uD800nora', '\uFFFDnora'],
  ['mailto:nora@example.com?subject=Hello', 'nora@example.com'],
  ['Nora Night <nora@example.com>', 'nora@example.com'],
  ['"Night, Nora (home)" <mailto:nora@example.com>;', 'nora@example.com'],
  ['(nora@example.com),', 'nora@example.com'],
  ['.nora@example.com.', '.nora@example.com'],
  ['<<<nora', '<<<nora'],
  ['ada@example.com, Nora <nora@example.com>', 'ada@example.com,Nora<nora@example.com>'],
])('%j is read as the login %j', (typed, login) => expect(cleanLogin(typed)).toBe(login))

test('a space inside a username is kept, so that a form can reject it', () => {
  expect(cleanUsername('\u200Bmary\u00A0ann ')).toBe('mary ann')
})

test('hostile text is read in linear time', () => {
  const start = performance.now()
  for (const sign of ['<', '>', '@', '.', '<@', 'mailto:']) cleanLogin(`@${sign.repeat(200_000)}x`)
  expect(performance.now() - start).toBeLessThan(2_000)
})
