import { expect, test } from 'vitest'
import { getLoginReason, MAX_RETURN_TO_LENGTH, parseReturnTo } from './return-to.rules.ts'

test.each([
  '/Course/defense-medical-exam-training#buy',
  '/course/ethics/',
  '/Podcast/fact-or-opinion',
  '/Document/starter-kit?from=mail',
  '/Courses/',
  '/Courses/2',
  '/MyAcademy/',
  '/MyAcademy/ethics',
  '/MyAcademy/0b9f3d1e-6f4c-4c8e-9a51-2a7f9f1b7c11/Lecture/first-look/',
  '/MyDocuments/starter-kit',
  '/Examination/ethics',
  '/Account/',
  '/Account/Security',
  '/Account/Orders/',
  '/Studio/',
  '/Studio/Catalogue/ethics/Preview',
])('lets an emailed link continue to %s', (asked) => {
  expect(parseReturnTo(asked)).toBe(asked)
})

test.each([
  null,
  undefined,
  '',
  '/',
  'Course/ethics',
  'https://evil.example/Course/ethics',
  '//evil.example/Course/ethics',
  '/\\evil.example',
  '/\t/evil.example',
  '/Course/\\evil',
  '/Course//evil.example',
  '/Course/../../evil',
  '/Course/%2f%2fevil.example',
  '/Course/ethics\n/Course/ethics',
  '/Course/ethics?next=//evil.example',
  '/Course/ethics#"><script>',
  '/Course/ethics\u0000',
  'javascript:alert(1)',
  '/Login/',
  '/Register?next=/Course/ethics',
  '/ResetPassword/abc',
  '/VerifyEmail/abc',
  '/EndSession/abc',
  '/KeepEmail/abc',
  '/Academy/api/logout/',
  '/no-such-page',
  `/Course/${'a'.repeat(MAX_RETURN_TO_LENGTH)}`,
])('does not let an emailed link continue to %j', (asked) => {
  expect(parseReturnTo(asked)).toBeUndefined()
})

test.each([
  ['/Podcast/fact-or-opinion', 'Log in to open this podcast.'],
  ['/course/ethics?from=mail', 'Log in to continue to this course.'],
  ['/Document/starter-kit/', 'Log in to continue to this document.'],
  ['/MyAcademy/ethics/Lecture/first/', 'Log in to continue your course.'],
  ['/MyAcademy/', 'Log in to open My Academy.'],
  ['/MyDocuments/starter-kit', 'Log in to open My Docs.'],
  ['/Examination/ethics', 'Log in to take the exam.'],
  ['/Account/', 'Log in to open your account.'],
  ['/', undefined],
  ['/Podcasts/', undefined],
  ['/Log-in-to-win-a-prize', undefined],
])('explains why to log in before continuing to %s: %s', (next, why) => {
  expect(getLoginReason(next)).toBe(why)
})
