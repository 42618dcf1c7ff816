import { useEffect, useState } from 'react'
import { callAsVisitor } from '#web/client/api.ts'
import { useIsSignedIn } from '#web/client/session.ts'
import type { readVerification } from '../login.contract.ts'
import { readBrowserKey } from './browser-key.ts'

const CHECK_EVERY_MS = 15_000
const MAX_CHECKS = 120

/**
 * Returns whether the address was verified after this browser registered it, even if that happened on another tab or
 * device. Asks from time to time while the page is visible, and whenever it becomes visible.
 */
export function useVerification(email: string | undefined): boolean {
  const [isVerified, setVerified] = useState(false)
  // The key is read only once, because a login on another tab deletes it.
  const [browserKey] = useState(readBrowserKey)
  const isSignedIn = useIsSignedIn()
  const isWaiting = email !== undefined && browserKey !== undefined && !isVerified
  useEffect(() => {
    if (!isWaiting) return
    const leaving = new AbortController()
    let checks = 0
    const ask = async () => {
      if (document.hidden || checks >= MAX_CHECKS) return
      checks += 1
      try {
        const reply = await callAsVisitor<typeof readVerification>('POST /Academy/api/verify-email/status/', {
          body: { email, browser_key: browserKey },
          signal: leaving.signal,
        })
        if (reply.is_verified) setVerified(true)
      } catch {
        // The next check tries again.
      }
    }
    const check = () => void ask()
    const timer = setInterval(check, CHECK_EVERY_MS)
    document.addEventListener('visibilitychange', check)
    // If another tab has logged in, the address was probably verified there.
    if (isSignedIn) check()
    return () => {
      leaving.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [isWaiting, email, browserKey, isSignedIn])
  return isVerified
}
