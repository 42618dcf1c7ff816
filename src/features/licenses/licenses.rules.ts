import type { Limit } from '#shared/limit.ts'

/** Who works in a few states has a few; more than these nobody needs. */
export const MOST_LICENSES = 10

export const CHANGES: Limit = { what: 'licenses', hits: 60, windowMs: 60 * 60_000 }

type License = { state: string; profession: string; number: string }

/** 'RN CA 123456', as a certificate prints it. */
export function licenseInWords({ state, profession, number }: License): string {
  return `${profession} ${state} ${number}`
}
