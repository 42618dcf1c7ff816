import { useEffect, useState } from 'react'
import { call } from '#web/client/api.ts'
import { useIsStaff } from '#web/client/session.ts'
import type { readOwnMute } from '../muting.contract.ts'

/** The member's mute as a message once known; undefined without one. */
export function useMuteMessage(): string | undefined {
  const isStaff = useIsStaff()
  const [muted, setMuted] = useState<string>()
  useEffect(() => {
    if (isStaff) return undefined
    const leaving = new AbortController()
    call<typeof readOwnMute>('GET /Academy/api/account/writing/', { signal: leaving.signal }).then(
      (writing) => setMuted(writing.muted ?? undefined),
      // The server also rejects the post, with the reason.
      (error: unknown) => leaving.signal.aborted || console.error(error),
    )
    return () => leaving.abort()
  }, [isStaff])
  return muted
}
