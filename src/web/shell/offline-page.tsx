import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useIsOnline } from '#web/client/online.ts'

const CHECK_INTERVAL_MS = 2_000

/** Shown in place of a page that could not be fetched offline; it reloads by itself once online. */
export function OfflinePage() {
  const { revalidate, state } = useRevalidator()
  const isOnline = useIsOnline()
  const comeBack = useEffectEvent(() => void revalidate())
  useEffect(() => {
    if (!isOnline) return undefined
    // A device reports being online slightly before anything can be reached.
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      if (await isReachable()) comeBack()
      else timer = setTimeout(() => void look(), CHECK_INTERVAL_MS)
    }
    void look()
    return () => clearTimeout(timer)
  }, [isOnline])

  const tryAgain = async () => {
    if (await isReachable()) await revalidate()
  }
  return (
    <div className="page-width flex min-h-[calc(100dvh-7rem)] flex-col items-center justify-center gap-5 pt-12 text-center sm:pt-16">
      <span className="grid size-16 place-items-center rounded-full bg-wash text-link">
        <Icon name="offline" className="size-8" />
      </span>
      <h1 className="text-2xl">You’re offline</h1>
      <p role="status" className="max-w-text text-balance text-muted">
        This page will open when you’re back online.
      </p>
      <Button busy={state === 'loading'} onClick={() => void tryAgain()}>
        Try again
      </Button>
    </div>
  )
}

async function isReachable(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    // A proxy may respond even while the academy is down.
    ({ ok }) => ok,
    () => false,
  )
}
