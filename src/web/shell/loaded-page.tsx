import type { ReactNode } from 'react'
import type { UnavailableState, ReadyState, UnavailableReason, PendingState } from '#web/client/load-state.ts'
import { useIsSignedIn } from '#web/client/session.ts'
import { PageLoading } from '#web/ui/skeletons.tsx'
import { DisputedNotice } from './disputed-notice.tsx'
import { NotFound } from './error-pages.tsx'
import { OfflinePage } from './offline-page.tsx'
import { PermissionPage } from './permission-page.tsx'

type LoadedPageProps<View, Known> = {
  loaded: ReadyState<View> | PendingState<Known> | UnavailableState<'visitor' | 'failed' | UnavailableReason>
  children: (view: View) => ReactNode
  /** While the browser asks, made of what the server knew; otherwise grey bars. */
  waiting?: (known: Known) => ReactNode
  /** In place of the academy's page for what is not there. */
  missing?: ReactNode
  /** Said when it could not be loaded; without it the specification's permission page, whatever the reason. */
  failed?: ReactNode
  /** The permission page always offers the way in; otherwise to those who are not logged in. */
  offerLogin?: boolean
}

/** What a page shows in each state of what it loads: the one place where it is told that something is on its way, missing, closed or out of reach. */
export function LoadedPage<View, Known>(props: LoadedPageProps<View, Known>) {
  const { loaded, children, waiting, missing, failed, offerLogin = false } = props
  // Whose session has ended meanwhile comes back here after the login.
  const isSignedIn = useIsSignedIn()
  switch (loaded.state) {
    case 'there':
      return children(loaded.view)
    case 'waiting':
      return waiting ? waiting(loaded.view) : <PageLoading />
    case 'missing':
      return missing ?? <NotFound />
    case 'offline':
      return <OfflinePage />
    case 'disputed':
      return (
        <PermissionPage>
          <DisputedNotice />
        </PermissionPage>
      )
    case 'failed':
      return failed ?? <PermissionPage offerLogin={offerLogin || !isSignedIn} />
    case 'visitor':
      return <PermissionPage offerLogin={offerLogin || !isSignedIn} />
  }
}
