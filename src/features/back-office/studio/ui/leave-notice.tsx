import { useCallback, useEffect, useRef } from 'react'
import type { BlockerFunction } from 'react-router'
import { useNavigationBlocker } from '#web/client/router-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useWarnOnLeaving } from './use-warn-on-leaving.ts'

/** Asks before another page opens or the tab closes, so that the user loses no changes. */
export function LeaveNotice({ isChanged }: { isChanged: boolean }) {
  useWarnOnLeaving(isChanged)
  const isUnsaved: BlockerFunction = useCallback(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
    [isChanged],
  )
  const blocker = useNavigationBlocker('unsaved', isUnsaved)
  const isBlocked = blocker?.state === 'blocked'
  const notice = useRef<HTMLDivElement>(null)
  // After saving, the other page can open.
  useEffect(() => {
    if (isBlocked && !isChanged) blocker.proceed()
  }, [blocker, isBlocked, isChanged])
  useEffect(() => {
    if (isBlocked) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [isBlocked])
  if (!isBlocked) return null
  return (
    <div ref={notice}>
      <Notice
        kind="info"
        action={
          <span className="flex flex-wrap gap-3">
            <Button variant="quiet" onClick={blocker.reset}>
              Keep editing
            </Button>
            <Button variant="quiet" onClick={blocker.proceed}>
              Leave without saving
            </Button>
          </span>
        }
      >
        You have unsaved changes.
      </Notice>
    </div>
  )
}
