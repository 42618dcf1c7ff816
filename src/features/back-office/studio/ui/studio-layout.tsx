import { Outlet, type UIMatch, useMatches } from 'react-router'
import type { LoadState } from '#web/client/load-state.ts'
import { useIsStaff } from '#web/client/session.ts'
import { NotFound } from '#web/shell/error-pages.tsx'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LoadingBlock } from '#web/ui/loading-block.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { StudioFrame } from './studio-frame.tsx'
import type { StudioHandle } from './studio-page.ts'

/** What every studio page shows while it loads or if it fails, and what members without access see. */
export default function StudioLayout() {
  const { heading, hasOwnFrame, loaded } = useStudioPage()
  const isStaff = useIsStaff()
  // A page without data redirects.
  if (!loaded) return <HydrateFallback />
  return (
    <LoadedPage
      loaded={loaded}
      offerLogin
      failed={<StudioLoadError />}
      missing={<NotFound {...(isStaff && { action: <ButtonLink to="/Studio/">Go to Home</ButtonLink> })} />}
    >
      {(view) =>
        hasOwnFrame ? (
          <Outlet />
        ) : (
          <StudioFrame title={typeof heading === 'function' ? heading(view) : heading}>
            <Outlet />
          </StudioFrame>
        )
      }
    </LoadedPage>
  )
}

export function HydrateFallback() {
  return (
    <StudioFrame title={useStudioPage().staticHeading}>
      <LoadingBlock className="h-96" />
    </StudioFrame>
  )
}

function StudioLoadError() {
  return (
    <StudioFrame title={useStudioPage().staticHeading}>
      <Notice
        kind="error"
        action={
          <Button variant="quiet" onClick={() => location.reload()}>
            Try again
          </Button>
        }
      >
        This page couldn’t be loaded. Try again in a moment.
      </Notice>
    </StudioFrame>
  )
}

/** The heading and load state of the current page. */
function useStudioPage() {
  const page = useMatches().at(-1) as UIMatch<LoadState<never, 'missing'> | undefined, StudioHandle>
  const { title, heading = title, hasOwnFrame } = page.handle
  return {
    heading,
    /** Shown before the page's data has loaded. */
    staticHeading: typeof heading === 'string' ? heading : title,
    hasOwnFrame,
    loaded: page.loaderData,
  }
}
