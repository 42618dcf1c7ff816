import { expect, test } from 'vitest'
import { getAriaCurrent, getMainLinks, MEMBER_LINKS } from './navigation.ts'

test.each([
  ['/', 'Home', 'page'],
  ['/about', 'About', 'page'],
  ['/About/', 'About', 'page'],
  ['/ABOUT', 'About', 'page'],
  ['/Courses/2', 'Courses', 'true'],
  ['/Course/defense-medical-exam-training', 'Courses', 'true'],
  ['/Podcast/x', 'Podcast', 'true'],
  ['/Document/x', 'Buy Docs', 'true'],
  ['/MyDocuments/x', 'My Docs', 'true'],
  ['/MyAcademy/x/Lecture/y/', 'My Academy', 'true'],
  ['/Examination/x', 'My Academy', 'true'],
])('at %s only the link %s is marked, as %s', (pathname, label, expected) => {
  const marked = [...getMainLinks(undefined), ...MEMBER_LINKS].map((link) => [
    link.label,
    getAriaCurrent(link.to, pathname),
  ])
  expect(marked.filter(([, current]) => current !== undefined)).toEqual([[label, expected]])
})

test.each([
  ['/Studio/People', '/Studio/', 'true'],
  ['/STUDIO/people', '/Studio/People/', 'page'],
  ['/Studio/People/0b0f7d0e', '/Studio/People/', 'true'],
  ['/Studio/Peoples', '/Studio/People/', undefined],
  ['/Studio', '/Studio/People/', undefined],
] as const)('at %s the link to %s is marked as %s', (pathname, to, expected) => {
  expect(getAriaCurrent(to, pathname)).toBe(expected)
})

test.each(['/nowhere', '/Login', '/Certificate/x'])('%s belongs to no link', (pathname) => {
  for (const { to } of [...getMainLinks(undefined), ...MEMBER_LINKS])
    expect(getAriaCurrent(to, pathname)).toBeUndefined()
})
