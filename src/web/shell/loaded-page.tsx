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
  /** What to show while the browser loads the member's view, built from the server's data; the default is skeletons. */
  waiting?: (known: Known) => ReactNode
  /** Shown instead of the academy's 404 page. */
  missing?: ReactNode
  /** The message if loading failed. The default is the specification's permission page, whatever the reason. */
  failed?: ReactNode
  /** Permission pages always offer login; other pages offer it only to visitors. */
  offerLogin?: boolean
}

/**
 * Renders a page for each loading state. No other component shows content as loading, missing, forbidden, or
 * unreachable.
 */
export function LoadedPage<View, Known>(props: LoadedPageProps<View, Known>) {
  const { loaded, children, waiting, missing, failed, offerLogin = false } = props
  // A member whose session has expired returns here after login.
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
