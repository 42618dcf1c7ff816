import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

const CHECK_INTERVAL_MS = 2_000

/** False only if the browser knows that it is offline. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/**
 * While waiting, calls `onReconnect` once the academy can be reached again, because devices report being online
 * slightly too early. The returned function checks immediately.
 */
export function useReconnect(isWaiting: boolean, onReconnect: () => void): () => void {
  const isOnline = useIsOnline()
  const [tries, setTries] = useState(0)
  const comeBack = useEffectEvent(onReconnect)
  useEffect(() => {
    if (!isWaiting || (!isOnline && tries === 0)) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const look = async () => {
      const isBack = await isReachable()
      if (isOver) return
      if (isBack) comeBack()
      else if (isOnline) timer = setTimeout(() => void look(), CHECK_INTERVAL_MS)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isWaiting, isOnline, tries])
  return () => setTries((before) => before + 1)
}

async function isReachable(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    // A proxy might respond even while the academy is down.
    ({ ok }) => ok,
    () => false,
  )
}
