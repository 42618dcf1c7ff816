import { useEffect, useState } from 'react'
import { call } from '#web/client/api.ts'
import { useIsStaff } from '#web/client/session.ts'
import type { readOwnMute } from '../muting.contract.ts'

/** What keeps the member from writing in discussions now, in words, as soon as it is known; undefined where nothing does. */
export function useMuteMessage(): string | undefined {
  const isStaff = useIsStaff()
  const [muted, setMuted] = useState<string>()
  useEffect(() => {
    if (isStaff) return undefined
    const leaving = new AbortController()
    call<typeof readOwnMute>('GET /Academy/api/account/writing/', { signal: leaving.signal }).then(
      (writing) => setMuted(writing.muted ?? undefined),
      // Whoever may not write is told so when he sends, too.
      (error: unknown) => leaving.signal.aborted || console.error(error),
    )
    return () => leaving.abort()
  }, [isStaff])
  return muted
}
