import { useEffect, useRef } from 'react'
import type { markShown } from '#features/notices/notices.contract.ts'
import { call } from '#web/client/api.ts'
import { useTold } from '#web/client/live.ts'
import type { UsedThread } from './use-thread.ts'

/** While the page is open, a reply that the bell tells of is shown; what is shown while somebody looks is told of no more. */
export function useFresh({ thread, fresh }: UsedThread): void {
  const told = useTold()
  const newest = told?.newest
  const known = useRef(newest)
  useEffect(() => {
    const before = known.current
    known.current = newest
    if (before !== undefined && newest && newest !== before) void fresh()
  }, [newest, fresh])

  const { id: discussion, next, posts } = thread
  // An answer that stands first is further down where not all are shown yet.
  const number = next === null ? (posts.at(-1)?.number ?? 0) : next - 1
  const isAnyUnread = (told?.unread ?? 0) > 0
  useEffect(() => {
    if (!isAnyUnread) return undefined
    const tell = () => {
      if (document.visibilityState !== 'visible') return
      const body = { discussion, number }
      call<typeof markShown>('POST /Academy/api/account/notices/discussion/', { body }).catch(console.error)
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [isAnyUnread, newest, discussion, number])
}
