import { expect, test } from 'vitest'
import { formatNotificationOpening, getChangeKind, formatNotification } from './law-changes.rules.ts'

const DAY = 24 * 60 * 60_000
const NOW = new Date('2026-11-23T12:00:00Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)

test.each([
  ['came with the course', { addedAt: ago(10), firstAddedAt: ago(10), wasAnnounced: false }, 'changed'],
  ['came later', { addedAt: ago(10), firstAddedAt: ago(11), wasAnnounced: false }, 'new'],
  ['came later and was reported', { addedAt: ago(10), firstAddedAt: ago(11), wasAnnounced: true }, 'changed'],
  ['came long ago', { addedAt: ago(90), firstAddedAt: ago(100), wasAnnounced: false }, 'changed'],
])('classifies a lecture that %s', (_how, lecture, kind) => {
  expect(getChangeKind(lecture, NOW)).toBe(kind)
})

test.each([
  ['changed', '“The Rules” in Records has changed. Rule 35 is new. It was amended!'],
  ['new', 'Records has a new lecture, “The Rules.” Rule 35 is new. It was amended!'],
] as const)('words a %s notification in complete sentences', (kind, notice) => {
  const begins = formatNotificationOpening(kind, { name: '2. The Rules', course: 'Records' })
  expect(formatNotification(begins, { what: 'Rule 35\n is new', why: 'It was amended!' })).toBe(notice)
  expect(formatNotification(begins, { what: '', why: '' })).toBe(begins)
})
