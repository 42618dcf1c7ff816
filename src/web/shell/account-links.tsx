import { lazy, type ReactNode, Suspense } from 'react'
import { useIsSignedIn } from '#web/client/session.ts'
import { NAV_LINK_CLASS, NavigationLink } from './navigation-link.tsx'

// The links for members are not part of the first load. They load after the page, which works even if they fail.
const MemberLinks = lazy(() => import('./member-links.tsx').catch(() => ({ default: (): ReactNode => null })))

/**
 * The links in the account row: search, then Log In and Register for visitors, or the bell, Account, and Logout for
 * members, and the studio for staff.
 */
export function AccountLinks() {
  const isSignedIn = useIsSignedIn()
  return (
    <>
      <NavigationLink to="/Search/" className={NAV_LINK_CLASS}>
        Search
      </NavigationLink>
      {isSignedIn ? <LinksOfMember /> : <LinksOfVisitor />}
    </>
  )
}

function LinksOfVisitor() {
  return (
    <>
      <NavigationLink to="/Login" className={NAV_LINK_CLASS}>
        Log In
      </NavigationLink>
      <NavigationLink to="/Register" className={NAV_LINK_CLASS}>
        Register
      </NavigationLink>
    </>
  )
}

/** The links for members; with `bell`, only the bell, where there is no room for more. */
export function LinksOfMember(links: { bell?: string; isInStudio?: boolean }) {
  return (
    <Suspense>
      <MemberLinks {...links} />
    </Suspense>
  )
}
