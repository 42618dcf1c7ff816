import { expect, test } from 'vitest'
import {
  BRAND_COLORS,
  type BrandRole,
  deriveBrandProperties,
  findContrastProblem,
  getContrast,
} from './brand-colors.ts'

const ROLES = Object.keys(BRAND_COLORS) as BrandRole[]

test('accepts the usual colors, and explains which pair makes a color unreadable, and by how much', () => {
  for (const role of ROLES) expect(findContrastProblem(role, BRAND_COLORS[role].default)).toBeUndefined()
  expect(findContrastProblem('bar', '#ffcc00')).toBe(
    'is too light: the contrast of white text on it is 1.5:1, but must be at least 4.5:1. Choose a darker color',
  )
  // This color has enough contrast for white text, but not for links on colored backgrounds.
  expect(findContrastProblem('primary', '#757575')).toBe(
    'is too light: the contrast of links on the light blue background is 4.1:1, but must be at least 4.5:1. Choose a darker color',
  )
  for (const wrong of ['blue', '#12', '#12467f;}', 'var(--x)', ''])
    expect(findContrastProblem('buy', wrong)).toBe('must be a color such as #12467f')
})

test('derives readable colors for hovering and for the dark theme from every color that it accepts', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff']
  const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
  const accepted = colors.filter((color) => ROLES.every((role) => findContrastProblem(role, color) === undefined))
  expect(accepted.length).toBeGreaterThan(50)
  for (const color of accepted) {
    const values = deriveBrandProperties({ bar: color, primary: color, buy: color })
    const { '--own-link-dark': _, ...behindWhite } = values
    for (const [name, value] of Object.entries(behindWhite)) {
      expect(value).toMatch(/^#[\da-f]{6}$/)
      expect(getContrast(value, '#ffffff'), `${color} ${name}`).toBeGreaterThan(4.49)
    }
    for (const ground of ['#0e1626', '#16213a', '#1d2b48', '#2a2f3d'])
      expect(getContrast(values['--own-link-dark'] ?? '', ground), `${color} on ${ground}`).toBeGreaterThan(4.5)
    for (const button of ['--own-bar-dark', '--own-buy-dark'])
      expect(getContrast(values[button] ?? '', '#16213a'), `${color} ${button}`).toBeGreaterThan(2.99)
  }
  expect(deriveBrandProperties({})).toEqual({})
})
