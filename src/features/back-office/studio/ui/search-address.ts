import type { PageAddress, PlainAddress } from '#shared/pages.ts'

/** The URL of a list with a search: `/Studio/Orders/?coupon=SPRING`. */
export function getSearchAddress(list: PlainAddress, lookedFor: Readonly<Record<string, string>>): PageAddress {
  return `${list}?${new URLSearchParams(lookedFor).toString()}` as PageAddress
}
