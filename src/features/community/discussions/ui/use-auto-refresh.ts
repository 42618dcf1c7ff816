import { useEffect, useEffectEvent, useRef } from 'react'
import type { markShown } from '#features/people/notifications/notifications.contract.ts'
import { call } from '#web/client/api.ts'
import { useUnreadNotifications } from '#web/client/live-notifications.ts'
import type { ThreadState } from './use-thread.ts'

/** For changes that send no notification: hidden posts, replies to other people, a refunded course. */
const REFRESH_MS = 20_000

/**
 * While the page is visible, updates it: immediately on notifications, soon for other changes. Marks what is shown as
 * read.
 */
export function useAutoRefresh({ thread, fresh }: ThreadState): void {
  const notifications = useUnreadNotifications()
  const newest = notifications?.newest
  const known = useRef(newest)
  useEffect(() => {
    const before = known.current
    known.current = newest
    if (before !== undefined && newest && newest !== before) void fresh()
  }, [newest, fresh])

  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void fresh()
  })
  useEffect(() => {
    const looking = setInterval(look, REFRESH_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(looking)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

  const { id: discussion, next, posts } = thread
  // The accepted answer, shown first, may be further down than the replies loaded so far.
  const number = next === null ? (posts.at(-1)?.number ?? 0) : next - 1
  const isAnyUnread = (notifications?.unread ?? 0) > 0
  useEffect(() => {
    if (!isAnyUnread) return undefined
    const markSeen = () => {
      if (document.visibilityState !== 'visible') return
      const body = { discussion, number }
      call<typeof markShown>('POST /Academy/api/account/notices/discussion/', { body, isUnattended: true }).catch(
        console.error,
      )
    }
    markSeen()
    document.addEventListener('visibilitychange', markSeen)
    return () => document.removeEventListener('visibilitychange', markSeen)
  }, [isAnyUnread, newest, discussion, number])
}
