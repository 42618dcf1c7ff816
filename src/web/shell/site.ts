import { useRouteLoaderData } from 'react-router'

/** `none`: nothing can be bought yet. */
type Cards =
  | { provider: 'none' }
  | { provider: 'stripe'; publishableKey: string }
  | { provider: 'stand-in'; publishableKey: string; url: string }

type SizedImage = { width: number; height: number; url: string }

/** Plain text above the header. `id` changes with its content, so that a new one is shown to everyone. */
export type Announcement = { text: string; link: string | null; link_label: string; id: string }

/**
 * What the root page loads for all others: site settings, and the courses that every page lists. Defined here because
 * features depend on this folder, so it can't import from them; the root page's types check that it matches the
 * contract.
 */
export type Site = {
  name: string
  tagline: string
  /** The operator's logo; null for the academy's default logo. */
  logo: { images: readonly SizedImage[]; is_lettering: boolean } | null
  /** A square version of the logo; empty if there is none. */
  icons: readonly SizedImage[]
  description: string
  phone: string
  email: string
  postal_address: string
  /** The language of dates and amounts, such as 'en-US'. */
  language: string
  /** Such as 'America/New_York'. */
  time_zone: string
  social: { name: string; url: string }[]
  /** The current year according to the server, so that hydration never shows a different one. */
  year: number
  cards: Cards
  /** The refund period in days; null if the terms promise none. */
  refund_days: number | null
  /** Whether the terms are the built-in ones. If so, pages may state their conditions for a refund. */
  has_built_in_terms: boolean
  /** True if tax is added to prices, so that checkout asks for an address. */
  automatic_tax: boolean
  /** The owner's menu; null for the default menu. */
  menu: { page: string; label: string }[] | null
  announcement: Announcement | null
  /** CSS custom properties for the owner's colors. */
  colors: Readonly<Record<string, string>>
  book_hosts: string[]
  /** Without a trailing slash. */
  public_url: string
  courses: { id: string; name: string }[]
}

/** Undefined only on the error page, if the root page itself failed to load. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}
