import { useEffect, useState } from 'react'
import { call } from '#web/client/api.ts'
import { useIsStaff } from '#web/client/session.ts'
import type { readOwnMute } from '../muting.contract.ts'

/** A message about the member's mute, once it is known; undefined if there is none. */
export function useMuteMessage(): string | undefined {
  const isStaff = useIsStaff()
  const [muted, setMuted] = useState<string>()
  useEffect(() => {
    if (isStaff) return undefined
    const leaving = new AbortController()
    call<typeof readOwnMute>('GET /Academy/api/account/writing/', { signal: leaving.signal }).then(
      (writing) => setMuted(writing.muted ?? undefined),
      // The server also rejects the post and gives the reason.
      (error: unknown) => leaving.signal.aborted || console.error(error),
    )
    return () => leaving.abort()
  }, [isStaff])
  return muted
}
