import type { PageAddress } from '#shared/pages.ts'

const MOMENT_PARAM = 'at'

export function linkToMoment(pathname: PageAddress, seconds: number): { pathname: PageAddress; search: string } {
  return { pathname, search: `?${MOMENT_PARAM}=${Math.floor(seconds)}` }
}

/** Returns the time in a URL, in seconds, or undefined if there is none. */
export function parseMoment(search: string): number | undefined {
  const given = new URLSearchParams(search).get(MOMENT_PARAM) ?? ''
  return /^\d{1,5}$/.test(given) ? Number(given) : undefined
}
