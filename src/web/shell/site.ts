import { useRouteLoaderData } from 'react-router'

type Cards =
  | { provider: 'stripe'; publishableKey: string }
  | { provider: 'stand-in'; publishableKey: string; url: string }

type SizedImage = { width: number; height: number; url: string }

/**
 * What the root page has loaded for all others: settings of the site, and the courses that every page names.
 * Written out, since features stand on this folder and it knows none of them; the root page proves that it fits the contract.
 */
export type Site = {
  name: string
  tagline: string
  /** The operator's logo; null: the academy's own mark. */
  logo: { images: readonly SizedImage[]; is_lettering: boolean } | null
  /** The same on a square; empty where there is none. */
  icons: readonly SizedImage[]
  description: string
  phone: string
  email: string
  postal_address: string
  /** Of dates and sums: 'en-US'. */
  language: string
  social: { name: string; url: string }[]
  /** The current year, told by the server so that a page and its hydration never differ. */
  year: number
  cards: Cards
  /** So many days after a purchase its buyer may ask for the money; null: the terms say nothing of it. */
  refund_days: number | null
  /** Tax is added to prices, so that paying needs an address. */
  automatic_tax: boolean
  book_hosts: string[]
  /** Without a last slash. */
  public_url: string
  courses: { id: string; name: string }[]
}

/** Undefined only where the root page itself could not load, on the error page. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}
