import type { BlockerFunction } from 'react-router'
import { useReconnect } from '#web/client/online.ts'
import { useNavigationBlocker } from '#web/client/router-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/**
 * Without a connection, a clicked link waits. The loaded part of the recording keeps playing, and the page opens as
 * soon as the academy can be reached.
 */
export function HeldNavigation() {
  const blocker = useNavigationBlocker('offline', isOffline)
  const isHeld = blocker?.state === 'blocked'
  const tryAgain = useReconnect(isHeld, () => blocker?.proceed?.())
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-40 p-3 print:hidden">
      {isHeld && (
        <Notice
          className="pointer-events-auto mx-auto max-w-text shadow-lift"
          action={
            <div className="flex flex-wrap gap-3">
              <Button onClick={tryAgain}>Try again</Button>
              <Button variant="quiet" onClick={() => blocker?.reset?.()}>
                Stay here
              </Button>
            </div>
          }
        >
          You’re offline. The page will open when you’re back online.
        </Notice>
      )}
    </div>
  )
}

const isOffline: BlockerFunction = ({ currentLocation, nextLocation }) =>
  !navigator.onLine && nextLocation.pathname !== currentLocation.pathname
