import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { readSaved, save } from './member-storage.ts'

// The coupon of a link such as `/Course/x?coupon=SPRING20`. Pages are cached per path, so only the browser reads it. It
// is saved for two days, because a visitor may open other pages, or register and open the emailed link, before they pay.
// Every first visit downloads this file.

const KEY = 'coupon'
const MAX_AGE_MS = 2 * 24 * 60 * 60_000
// A longer code could not be carried through registration. No valid code is this long.
const MAX_LENGTH = 40

/** The coupon code in a page's query; undefined if there is none. */
export function parseLinkCoupon(search: string): string | undefined {
  return new URLSearchParams(search).get('coupon')?.replaceAll(/\s/g, '').slice(0, MAX_LENGTH) || undefined
}

/** The query that passes a coupon code to the next page: `?coupon=SPRING20`, or nothing. */
export function formatCouponQuery(code: string | undefined): string {
  return code ? `?${new URLSearchParams({ coupon: code })}` : ''
}

/** Called after the code has been used or removed. */
export function removeLinkCoupon(): void {
  save(KEY, undefined, 'browser')
}

/** The code in this page's URL, or in a link opened earlier. */
export function readLinkCoupon(search: string): string | undefined {
  const saved = readSaved(KEY, 'browser') as { code: string; at: number } | undefined
  return parseLinkCoupon(search) ?? (saved && Date.now() - saved.at < MAX_AGE_MS ? saved.code : undefined)
}

const subscribeToNothing = () => () => {}

/** Like `readLinkCoupon`, and saves the code in this page's URL. Undefined in the server-rendered page. */
export function useLinkCoupon(): string | undefined {
  const { search } = useLocation()
  useEffect(() => {
    const code = parseLinkCoupon(search)
    if (code) save(KEY, { code, at: Date.now() }, 'browser')
  }, [search])
  return useSyncExternalStore(
    subscribeToNothing,
    () => readLinkCoupon(search),
    () => undefined,
  )
}
