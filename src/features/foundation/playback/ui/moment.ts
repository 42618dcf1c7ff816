import type { PageAddress } from '#shared/pages.ts'

const MOMENT = 'at'

/** Where a recording's page is opened at a moment of it, in seconds. */
export function atMoment(pathname: PageAddress, seconds: number): { pathname: PageAddress; search: string } {
  return { pathname, search: `?${MOMENT}=${Math.floor(seconds)}` }
}

/** The moment that an address names, in seconds; undefined where it names none. */
export function momentIn(search: string): number | undefined {
  const given = new URLSearchParams(search).get(MOMENT) ?? ''
  return /^\d{1,5}$/.test(given) ? Number(given) : undefined
}
