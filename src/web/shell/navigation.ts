import type { PlainAddress } from '#shared/pages.ts'
import { DEFAULT_MENU, type MenuLink } from '#shared/default-menu.ts'
import { KIND_NAMES, KINDS, OWNED_PAGES } from '#shared/kinds.ts'
import type { Site } from './site.ts'

/** The links in the header and the menu: the owner's, or those of the specification. */
export function getMainLinks(site: Pick<Site, 'menu'> | undefined): readonly MenuLink[] {
  // The server accepts only pages that exist.
  return site?.menu?.map(({ page, label }) => ({ to: page as PlainAddress, label })) ?? DEFAULT_MENU
}

/** Only shown while a token is stored. */
export const MEMBER_LINKS = OWNED_PAGES.map(toLink)

export const POLICY_LINKS = [
  { to: '/PrivacyPolicy/', label: 'Privacy Policy' },
  { to: '/TermsOfService/', label: 'Terms of Service' },
] as const satisfies MenuLink[]

/** For pages whose URL starts with a different word than the URL of the link that leads to them. */
const PARENT_LINKS: Record<string, string> = {
  ...Object.fromEntries(
    KIND_NAMES.map((kind) => [getFirstSegment(KINDS[kind].page), getFirstSegment(KINDS[kind].shelf.address)]),
  ),
  examination: getFirstSegment(KINDS.course.owned.address),
}

function toLink({ address, label }: { address: PlainAddress; label: string }): MenuLink {
  return { to: address, label }
}

function getFirstSegment(address: string): string {
  return splitPath(address)[0] ?? ''
}

/** A link's `aria-current` value: `page` if it leads to this page, `true` if this page is below it. */
export function getAriaCurrent(to: string, pathname: string): 'page' | 'true' | undefined {
  // URLs match in any capitalization, with or without a trailing slash, because the server renders all of them the
  // same.
  const [place = '', ...rest] = splitPath(pathname)
  const [, under] = splitPath(to)
  if (under !== undefined && under !== rest.shift()) return undefined
  if (getFirstSegment(to) !== (PARENT_LINKS[place] ?? place)) return undefined
  return rest.length === 0 ? 'page' : 'true'
}

function splitPath(address: string): string[] {
  const words = address.toLowerCase().split('/').filter(Boolean)
  return words.length === 0 ? [''] : words
}
