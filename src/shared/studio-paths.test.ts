import { expect, test } from 'vitest'
import { isInStudio } from './studio-paths.ts'

test.each([
  ['/Studio', true],
  ['/studio/', true],
  ['/STUDIO/People/x?next=/', true],
  ['/Studio?x=1', true],
  ['/Studio.data', true],
  ['/Studios/', false],
  ['/', false],
  ['/Course/studio', false],
  ['/Login?next=/Studio/', false],
])('%s', (address, expected) => {
  expect(isInStudio(address)).toBe(expected)
})
