import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { formatDay } from '#shared/dates.ts'
import {
  countUnread,
  listNotifications,
  markNotificationRead,
  markKindRead,
  markThreadRead,
} from './notification-list.queries.ts'
import { PAGE_SIZE, formatNotification, type READ_ELSEWHERE } from './notifications.rules.ts'

/**
 * Returns one page of notifications, newest first, in three queries. Days are written as `2026-02-03`, in the academy's
 * time zone.
 */
export async function getNotificationPage({ db }: Pick<Deps, 'db'>, memberId: string, after: string | undefined) {
  const [{ timeZone }, found, unread] = await Promise.all([
    readSite(db),
    listNotifications(db, { memberId, after, limit: PAGE_SIZE + 1 }),
    getUnreadCount(db, memberId),
  ])
  const notices = found
    .slice(0, PAGE_SIZE)
    .map(({ notifiedAt, readAt, address, together, words, counted, ...details }) => ({
      ...details,
      words: formatNotification({ words, counted }, together.count),
      address: (counted === null ? null : together.first) ?? address,
      day: formatDay(notifiedAt, timeZone),
      isRead: readAt !== null,
    }))
  return { notices, isMore: found.length > PAGE_SIZE, unread }
}

type MarkReadInput = { id: string; andBefore: boolean }

/** Marks a notification as read. Returns how many are still unread. */
export async function markRead(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: string,
  input: MarkReadInput,
): Promise<number> {
  await markNotificationRead(db, { memberId, ...input, now: now() })
  return getUnreadCount(db, memberId)
}

type ShownPosts = { threadId: string; number: number }

/** Marks a thread's notifications as read, up to the last post that was shown. Returns how many are still unread. */
export async function markShown(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: string,
  shown: ShownPosts,
): Promise<number> {
  await markThreadRead(db, { memberId, ...shown, now: now() })
  return getUnreadCount(db, memberId)
}

/** Marks all notifications of one kind so far as read. Called by pages that list everything of that kind. */
export function markKindSeen(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: string,
  kind: (typeof READ_ELSEWHERE)[number],
): Promise<void> {
  return markKindRead(db, { memberId, kind, now: now() })
}

async function getUnreadCount(db: Deps['db'], memberId: string): Promise<number> {
  return (await countUnread(db, [memberId])).get(memberId)?.unread ?? 0
}
