import { isDay } from '#shared/iso-dates.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { UsageError } from './command.ts'

type OptionValue = string | string[] | boolean | undefined

export function parseText(value: OptionValue): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** `--limit 50`: the maximum number of rows, at most ten thousand. */
export function parseLimit(value: OptionValue, usual: number): number {
  return Math.min(parseNumber('limit', parseText(value), 1) || usual, 10_000)
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

/** Parses a number and multiplies it by `parts`: `--amount 10.00` with 100 returns 1000. */
export function parseNumber(name: string, typed: string | undefined, parts: 1 | 100): number | null {
  if (typed === undefined) return null
  if (!(parts === 1 ? /^\d{1,9}$/ : /^\d{1,7}(\.\d{2})?$/).test(typed)) {
    throw new UsageError(`--${name} must be a number such as ${parts === 1 ? '20' : '10.00'}, not '${typed}'.`)
  }
  return Math.round(Number(typed) * parts)
}

export function parseDay(name: string, typed: string | undefined): string | undefined {
  if (typed === undefined || isDay(typed)) return typed
  throw new UsageError(`--${name} must be a date such as 2026-12-01, not '${typed}'.`)
}
