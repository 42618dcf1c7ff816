import type { PlainAddress } from '#shared/pages.ts'
import { KIND_NAMES, KINDS, OWNED_PAGES } from '#shared/kinds.ts'

type Link = { to: PlainAddress; label: string }

/** Links of the bar and the drawer, in the specification's words. */
export const MAIN_LINKS: Link[] = [
  { to: '/', label: 'Home' },
  { to: '/About/', label: 'About' },
  { to: '/Books/', label: 'Books' },
  ...KIND_NAMES.map((kind) => toLink(KINDS[kind].shelf)).toReversed(),
]

/** Only while a token is stored. */
export const MEMBER_LINKS = OWNED_PAGES.map(toLink)

export const POLICY_LINKS = [
  { to: '/PrivacyPolicy/', label: 'Privacy Policy' },
  { to: '/TermsOfService/', label: 'Terms of Service' },
] as const satisfies Link[]

/** Pages whose address begins with another word than that of the link they are found under. */
const PARENT_LINKS: Record<string, string> = {
  ...Object.fromEntries(
    KIND_NAMES.map((kind) => [getFirstSegment(KINDS[kind].page), getFirstSegment(KINDS[kind].shelf.address)]),
  ),
  examination: getFirstSegment(KINDS.course.owned.address),
}

function toLink({ address, label }: { address: PlainAddress; label: string }): Link {
  return { to: address, label }
}

function getFirstSegment(address: string): string {
  return splitPath(address)[0] ?? ''
}

/** How a link stands to the page that is shown: `page` where it leads to this very page, `true` where the page is found under it. */
export function getAriaCurrent(to: string, pathname: string): 'page' | 'true' | undefined {
  // Addresses match in any capitalisation, with or without the last slash; the server renders all of them by one.
  const [place = '', ...rest] = splitPath(pathname)
  const [, under] = splitPath(to)
  if (under !== undefined && under !== rest[0]) return undefined
  if (getFirstSegment(to) !== (PARENT_LINKS[place] ?? place)) return undefined
  return rest.length === 0 ? 'page' : 'true'
}

function splitPath(address: string): string[] {
  const words = address.toLowerCase().split('/').filter(Boolean)
  return words.length === 0 ? [''] : words
}
