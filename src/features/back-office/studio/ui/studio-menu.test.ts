import { expect, test } from 'vitest'
import { MENU_ITEMS, getMenuItems } from './studio-menu.ts'

test('shows each role the items where it has permissions', () => {
  const labels = (role: 'learner' | 'owner' | 'editor' | 'support') => getMenuItems(role).map(({ label }) => label)
  expect(labels('learner')).toEqual([])
  expect(labels('owner')).toEqual(MENU_ITEMS.map(({ label }) => label))
  expect(labels('editor')).not.toContain('Orders')
  expect(labels('editor')).toContain('Question reports')
  expect(labels('editor')).not.toContain('Reported posts')
  expect(labels('support')).not.toContain('Question reports')
  expect(labels('support')).toEqual(expect.arrayContaining(['Today', 'Orders', 'Members', 'Reported posts']))
})
