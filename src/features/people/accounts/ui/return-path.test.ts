import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

test.each(['/', '/MyAcademy/', '/Course/a?b=c#d', '/Podcast/x%20y'])('returns to %s after login', (next) => {
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
])('returns to the home page instead of %j after login', (next) => {
  expect(safeReturnPath(next)).toBe('/')
})
