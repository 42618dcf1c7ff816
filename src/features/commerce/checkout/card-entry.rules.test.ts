import { expect, test } from 'vitest'
import { formatCardNumber, formatExpiry, formatSecurityCode, parseExpiry } from './card-entry.rules.ts'

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 4242x4242', '4242 4242 4242 4242'],
  ['42424', '4242 4'],
  ['378282246310005', '3782 822463 10005'],
  ['42424242424242424242424', '4242 4242 4242 4242 424'],
  ['', ''],
])('formats the card number %s as %s', (typed, shown) => {
  expect(formatCardNumber(typed, typed.length)).toEqual({ text: shown, caret: shown.length })
})

test('keeps the caret after the typed digit, also in the middle', () => {
  expect(formatCardNumber('42942 4242', 3)).toEqual({ text: '4294 2424 2', caret: 3 })
  expect(formatCardNumber('4242 42429', 5)).toMatchObject({ caret: 4 })
})

test.each([
  ['1', '1'],
  ['4', '04'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['12 / 30', '12 / 30'],
  ['12/30', '12 / 30'],
])('formats the expiry %s as %s', (typed, shown) => {
  expect(formatExpiry(typed, typed.length)).toEqual({ text: shown, caret: shown.length })
})

test('lets the slash be deleted', () => {
  expect(formatExpiry('12 / ', 5).text).toBe('12')
})

test('sends month and year to the provider separately', () => {
  expect(parseExpiry('12 / 30')).toEqual({ month: '12', year: '30' })
  expect(parseExpiry('12')).toEqual({ month: '12', year: '' })
  expect(formatSecurityCode('12 345', 6)).toEqual({ text: '1234', caret: 4 })
})
