import { expect, test } from 'vitest'
import { parseAmount, parseDay, parsePercent } from './option-values.ts'

test('options take amounts, percentages, and dates as people type them, and say what to type instead', () => {
  expect([parseAmount('amount', '$1,299'), parsePercent('percent', '20%'), parseDay('from', '11/27/2026')]).toEqual([
    129_900,
    20,
    '2026-11-27',
  ])
  expect([parseAmount('amount', undefined), parseDay('from', undefined)]).toEqual([null, undefined])
  expect(() => parseAmount('amount', '1e9')).toThrow("--amount must be an amount such as 149 or 149.00. It was '1e9'.")
  expect(() => parseDay('from', '27/11/2026')).toThrow(
    "--from must start with the month, such as 11/27/2026. It was '27/11/2026'.",
  )
})
