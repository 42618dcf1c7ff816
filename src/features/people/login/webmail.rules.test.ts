import { expect, test } from 'vitest'
import { getWebmailUrl } from './webmail.rules.ts'

test.each([
  ['nora@gmail.com', 'https://mail.google.com/'],
  ['nora@Hotmail.co.uk', 'https://outlook.live.com/mail/'],
  ['nora@live.com', 'https://outlook.live.com/mail/'],
  ['nora@yahoo.com', 'https://mail.yahoo.com/'],
  ['nora@icloud.com', 'https://www.icloud.com/mail'],
  ['nora@aol.com', 'https://mail.aol.com/'],
  ['nora@proton.me', 'https://mail.proton.me/'],
  ['nora@hospital.example.com', undefined],
  ['nora@gmail.com.example.com', undefined],
  ['nora@notgmail.com', undefined],
])('the mail of %s is read at %s', (email, url) => {
  expect(getWebmailUrl(email)).toBe(url)
})
