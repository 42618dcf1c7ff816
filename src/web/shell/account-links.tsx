import { lazy, type ReactNode, Suspense } from 'react'
import { useIsSignedIn } from '#web/client/session.ts'
import { NAV_LINK_CLASS, NavigationLink } from './navigation-link.tsx'

// The links for members are not part of a first visit: they load after the page, and the page works if that fails.
const MemberLinks = lazy(() => import('./member-links.tsx').catch(() => ({ default: (): ReactNode => null })))

/** The search; Log In and Register, or the bell, Account, and Logout; the studio for staff. */
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

/** The same for members; only the bell if there is no room for more. */
export function LinksOfMember({ bell }: { bell?: string }) {
  return (
    <Suspense>
      <MemberLinks bell={bell} />
    </Suspense>
  )
}
