import { KIND_NAMES, KINDS } from './kinds.ts'
import type { PlainAddress } from './pages.ts'

export type MenuLink = { to: PlainAddress; label: string }

/** The links in the header and in the menu, with the specification's labels. */
export const DEFAULT_MENU: readonly MenuLink[] = [
  { to: '/', label: 'Home' },
  { to: '/About/', label: 'About' },
  { to: '/Books/', label: 'Books' },
  ...KIND_NAMES.map((kind) => ({ to: KINDS[kind].shelf.address, label: KINDS[kind].shelf.label })).toReversed(),
]
