import type { PageAddress } from '#shared/pages.ts'
import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'
import { currentOf } from './navigation.ts'

/** For a link or button of the account's row. */
export const PLAIN =
  'inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-semibold hover:underline underline-offset-4 aria-[current]:underline'

/** A link of the bar or the menu; it tells whether the page that is shown is the one it leads to, or found under it. */
export function PlaceLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: PageAddress }) {
  const { pathname } = useLocation()
  return <Link {...rest} to={to} aria-current={currentOf(to, pathname)} />
}
