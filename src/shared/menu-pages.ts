import { DEFAULT_MENU, type MenuLink } from './default-menu.ts'

/** The pages that the owner can put into the menu, with their default labels. */
export const MENU_PAGES: readonly MenuLink[] = [
  ...DEFAULT_MENU,
  { to: '/Search/', label: 'Search' },
  { to: '/TermsOfService/', label: 'Terms of Service' },
  { to: '/PrivacyPolicy/', label: 'Privacy Policy' },
]
