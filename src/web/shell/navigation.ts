import type { PlainAddress } from '#shared/pages.ts'
import { KIND_NAMES, KINDS, OWNED_PAGES } from '#shared/kinds.ts'

type Link = { to: PlainAddress; label: string }

/** Links of the bar and the drawer, in the specification's words. */
export const MAIN_LINKS: Link[] = [
  { to: '/', label: 'Home' },
  { to: '/About/', label: 'About' },
  { to: '/Books/', label: 'Books' },
  ...KIND_NAMES.map((kind) => linkTo(KINDS[kind].shelf)).toReversed(),
]

/** Only while a token is stored. */
export const MEMBER_LINKS = OWNED_PAGES.map(linkTo)

export const POLICY_LINKS = [
  { to: '/PrivacyPolicy/', label: 'Privacy Policy' },
  { to: '/TermsOfService/', label: 'Terms of Service' },
] as const satisfies Link[]

/** Pages whose address begins with another word than that of the link they are found under. */
const FOUND_UNDER: Record<string, string> = {
  ...Object.fromEntries(KIND_NAMES.map((kind) => [firstWord(KINDS[kind].page), firstWord(KINDS[kind].shelf.address)])),
  examination: firstWord(KINDS.course.owned.address),
}

function linkTo({ address, label }: { address: PlainAddress; label: string }): Link {
  return { to: address, label }
}

function firstWord(address: string): string {
  return wordsOf(address)[0] ?? ''
}

/** How a link stands to the page that is shown: `page` where it leads to this very page, `true` where the page is found under it. */
export function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  // Addresses match in any capitalisation, with or without the last slash; the server renders all of them by one.
  const [place = '', ...rest] = wordsOf(pathname)
  const [, under] = wordsOf(to)
  if (under !== undefined && under !== rest[0]) return undefined
  if (firstWord(to) !== (FOUND_UNDER[place] ?? place)) return undefined
  return rest.length === 0 ? 'page' : 'true'
}

function wordsOf(address: string): string[] {
  const words = address.toLowerCase().split('/').filter(Boolean)
  return words.length === 0 ? [''] : words
}
