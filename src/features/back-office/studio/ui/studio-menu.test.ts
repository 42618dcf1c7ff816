import { expect, test } from 'vitest'
import { getAriaCurrent, MENU_ITEMS, getMenuItems } from './studio-menu.ts'

const currentAt = (address: string) =>
  MENU_ITEMS.flatMap((place) => {
    const current = getAriaCurrent(place, address)
    return current === undefined ? [] : [[place.label, current]]
  })

test('marks at most one item as current, however its address is spelled', () => {
  expect(currentAt('/Studio')).toEqual([['Today', 'page']])
  expect(currentAt('/studio/')).toEqual([['Today', 'page']])
  expect(currentAt('/STUDIO/people')).toEqual([['Members', 'page']])
  expect(currentAt('/Studio/People/0b0f7d0e')).toEqual([['Members', 'true']])
  expect(currentAt('/Studio/Peoples')).toEqual([])
})

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
