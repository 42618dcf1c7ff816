import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { readSaved, save } from './member-storage.ts'

/**
 * The coupon of a link such as `/Course/x?coupon=SPRING20`. Pages are cached per path, so only the browser reads it. It
 * is saved for two days, because a visitor may open other pages, or register and open the emailed link, before they pay.
 */
const KEY = 'coupon'
const MAX_AGE_MS = 2 * 24 * 60 * 60_000
// A longer code could not be carried through registration. No valid code is this long.
const MAX_LENGTH = 40

/** The code in a page's query; undefined if there is none. */
export function parseLinkCoupon(search: string): string | undefined {
  const code = new URLSearchParams(search).get('coupon')?.replaceAll(/\s/g, '').slice(0, MAX_LENGTH)
  return code || undefined
}

/** The query that carries a code to the next page: `?coupon=SPRING20`, or nothing. */
export function formatCouponQuery(code: string | undefined): string {
  return code === undefined ? '' : `?coupon=${encodeURIComponent(code)}`
}

/** Saves the code of each opened link. */
export function useSavedLinkCoupon(): void {
  const { search } = useLocation()
  useEffect(() => {
    const code = parseLinkCoupon(search)
    if (code !== undefined) save(KEY, { code, at: Date.now() }, 'browser')
  }, [search])
}

/** After it has been used or removed. */
export function removeLinkCoupon(): void {
  save(KEY, undefined, 'browser')
}

function readSavedCode(): string | undefined {
  const saved = readSaved(KEY, 'browser')
  if (!(saved instanceof Object) || !('code' in saved) || !('at' in saved)) return undefined
  const { code, at } = saved
  const isRecent = typeof at === 'number' && Math.abs(Date.now() - at) < MAX_AGE_MS
  return typeof code === 'string' && isRecent ? code : undefined
}

const subscribeToNothing = () => () => {}

/** The code of this page's address or of a link opened earlier; undefined in the server-rendered page. */
export function useLinkCoupon(): string | undefined {
  const { search } = useLocation()
  return useSyncExternalStore(
    subscribeToNothing,
    () => parseLinkCoupon(search) ?? readSavedCode(),
    () => undefined,
  )
}
