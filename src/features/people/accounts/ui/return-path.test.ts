import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

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
