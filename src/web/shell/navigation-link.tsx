import type { PageAddress } from '#shared/pages.ts'
import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'
import { getAriaCurrent } from './navigation.ts'

/** The classes of a link or button in the account row. */
export const NAV_LINK_CLASS =
  'inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-semibold hover:underline underline-offset-4 aria-[current]:underline'

/** A link in the header or menu. It is marked as current if it leads to the current page or to a parent of it. */
export function NavigationLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: PageAddress }) {
  const { pathname } = useLocation()
  return <Link {...rest} to={to} aria-current={getAriaCurrent(to, pathname)} />
}
