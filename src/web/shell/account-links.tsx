import { lazy, type ReactNode, Suspense } from 'react'
import { useIsSignedIn } from '#web/client/session.ts'
import { PLAIN, PlaceLink } from './place-link.tsx'

// What members alone see is in no first visit: it comes after the page, which does not fail with it.
const MemberLinks = lazy(() => import('./member-links.tsx').catch(() => ({ default: (): ReactNode => null })))

/** The search; Log In and Register, or the bell, Account and Logout; the studio for staff. */
export function AccountLinks() {
  const isSignedIn = useIsSignedIn()
  return (
    <>
      <PlaceLink to="/Search/" className={PLAIN}>
        Search
      </PlaceLink>
      {isSignedIn ? <LinksOfMember /> : <LinksOfVisitor />}
    </>
  )
}

function LinksOfVisitor() {
  return (
    <>
      <PlaceLink to="/Login" className={PLAIN}>
        Log In
      </PlaceLink>
      <PlaceLink to="/Register" className={PLAIN}>
        Register
      </PlaceLink>
    </>
  )
}

/** The same for members; or the bell alone, where there is room for nothing else. */
export function LinksOfMember({ bell }: { bell?: string }) {
  return (
    <Suspense>
      <MemberLinks bell={bell} />
    </Suspense>
  )
}
