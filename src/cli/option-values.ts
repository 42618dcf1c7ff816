import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { parseCents } from '#shared/money.ts'
import { readDate } from '#shared/typed-dates.ts'
import type { Reader } from '#shared/typed-input.ts'
import { readMoney } from '#shared/typed-money.ts'
import { readWholePercent } from '#shared/typed-numbers.ts'
import { UsageError } from './command.ts'

type OptionValue = string | string[] | boolean | undefined

export function parseText(value: OptionValue): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** `--limit 50`: the maximum number of rows, at most ten thousand. */
export function parseLimit(value: OptionValue, usual: number): number {
  return Math.min(parseNumber('limit', parseText(value)) || usual, 10_000)
}

/** `--since 2026-12-01`: the start of that day. */
export function parseSince(value: OptionValue, timeZone: string): Date | undefined {
  const day = parseDay('since', parseText(value))
  return day === undefined ? undefined : startOfDay(day, timeZone)
}

/** `--until 2026-12-01`: the end of that day. */
export function parseUntil(value: OptionValue, timeZone: string): Date | undefined {
  const day = parseDay('until', parseText(value))
  return day === undefined ? undefined : endOfDay(day, timeZone)
}

export function parseNumber(name: string, typed: string | undefined): number | null {
  if (typed === undefined) return null
  if (!/^\d{1,9}$/.test(typed)) throw new UsageError(`--${name} must be a number such as 20, not '${typed}'.`)
  return Number(typed)
}

/** Returns 1000 for `--amount 10.00` or `--amount '$10'`. */
export function parseAmount(name: string, typed: string | undefined): number | null {
  return typed === undefined ? null : (parseCents(parseTyped(name, typed, readMoney)) ?? null)
}

export function parsePercent(name: string, typed: string | undefined): number | null {
  return typed === undefined ? null : Number(parseTyped(name, typed, readWholePercent))
}

export function parseDay(name: string, typed: string | undefined): string | undefined {
  return typed === undefined ? undefined : parseTyped(name, typed, readDate)
}

function parseTyped(name: string, typed: string, read: Reader): string {
  const reading = read(typed)
  if ('text' in reading) return reading.text
  throw new UsageError(`--${name} ${reading.reason}. It was '${typed}'.`)
}
