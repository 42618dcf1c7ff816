import { expect, test } from 'vitest'
import { messagesByField, NameForm, Password, RegistrationForm } from './registration.rules.ts'
import { passwordHint } from './ui/password-hint.ts'

test('every failing field is told at once, each by its first broken rule', () => {
  const form = { first_name: '', last_name: '', email: '', username: 'x', password: 'short', confirm_password: 'other' }
  const { error } = RegistrationForm.safeParse(form)
  expect(error && messagesByField(error)).toEqual({
    email: ['Email is required'],
    username: ['Username must be at least 3 characters'],
    password: ['Password must be at least 8 characters'],
    confirm_password: ['Passwords do not match'],
  })
})

test('the hint under a password tells its length unless the error does', () => {
  expect(passwordHint(undefined, 'More.')).toBe('At least 8 characters. More.')
  expect(passwordHint('Password is required', 'More.')).toBe('At least 8 characters. More.')
  const short = Password.safeParse('short').error?.issues[0]?.message
  expect(passwordHint(short, 'More.')).toBe('More.')
})

test.each(['', '   ', '\u200B', '\u202E.'])('%j is no name for a certificate', (name) => {
  expect(NameForm.safeParse({ first_name: name, last_name: '', credentials_after_name: '' }).success).toBe(false)
})

test.each(['Nora', 'Zoë', '名前', 'می\u200Cخواهم'])('%j is a name', (name) => {
  expect(NameForm.safeParse({ first_name: '', last_name: name, credentials_after_name: '' }).success).toBe(true)
})
