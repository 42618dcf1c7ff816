import { expect, test } from 'vitest'
import { formatAuthorName, CURSOR_PATTERN, encodeCursor, decodeCursor, getPostState } from './discussions.rules.ts'

test.each([
  [{ firstName: 'Nora', lastName: 'Nightingale' }, 'Nora N.'],
  [{ firstName: 'Nora', lastName: '' }, 'Nora'],
  [{ firstName: '', lastName: '' }, 'A member'],
  [{ firstName: 'Nora', lastName: 'Nightingale', isErased: true }, 'A former member'],
  [{ firstName: 'Sam', lastName: 'Staff', isStaff: true }, 'Sam Staff'],
  [{ firstName: '', lastName: '', isStaff: true }, 'The academy'],
])('formats %j as %s', (given, shown) => {
  expect(formatAuthorName({ isStaff: false, isErased: false, ...given })).toBe(shown)
})

test('reports a deleted post as deleted, even if it was hidden before', () => {
  const now = new Date()
  expect([
    getPostState({ deletedAt: null, hiddenAt: null }),
    getPostState({ deletedAt: null, hiddenAt: now }),
    getPostState({ deletedAt: now, hiddenAt: now }),
  ]).toEqual(['there', 'hidden', 'deleted'])
})

test('restores a list position from its encoded form', () => {
  const place = {
    isPinned: true,
    activeAt: new Date('2026-11-23T10:14:05.123Z'),
    id: 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11',
  }
  expect(encodeCursor(place)).toMatch(CURSOR_PATTERN)
  expect(decodeCursor(encodeCursor(place))).toEqual(place)
})
