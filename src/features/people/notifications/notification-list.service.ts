import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { dayOf } from '#shared/dates.ts'
import { countUnread, listOf, mark, markOfKind, markOfThread } from './notification-list.queries.ts'
import { IN_A_PART, inWords, type LOOKED_AT_ELSEWHERE } from './notifications.rules.ts'

/** A part of what a member was told, the newest first; days are `2026-02-03`, in the academy's time zone. Three statements. */
export async function noticesOf({ db }: Pick<Deps, 'db'>, memberId: string, after: string | undefined) {
  const [{ timeZone }, found, unread] = await Promise.all([
    readSite(db),
    listOf(db, { memberId, after, limit: IN_A_PART + 1 }),
    unreadOf(db, memberId),
  ])
  const notices = found.slice(0, IN_A_PART).map(({ toldAt, readAt, address, together, words, counted, ...told }) => ({
    ...told,
    words: inWords({ words, counted }, together.count),
    address: (counted === null ? null : together.first) ?? address,
    day: dayOf(toldAt, timeZone),
    isRead: readAt !== null,
  }))
  return { notices, isMore: found.length > IN_A_PART, unread }
}

type Marking = { id: string; andBefore: boolean }

/** Returns how many are left unread. */
export async function markRead(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: string,
  marking: Marking,
): Promise<number> {
  await mark(db, { memberId, ...marking, now: now() })
  return unreadOf(db, memberId)
}

type Shown = { threadId: string; number: number }

/** What tells of a thread is read, as far as its posts were shown. Returns how many notices are left unread. */
export async function markShown(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: string,
  shown: Shown,
): Promise<number> {
  await markOfThread(db, { memberId, ...shown, now: now() })
  return unreadOf(db, memberId)
}

/** Who has a list of all that a kind tells of before him has looked at what was told until now. */
export function markLookedAt(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: string,
  kind: (typeof LOOKED_AT_ELSEWHERE)[number],
): Promise<void> {
  return markOfKind(db, { memberId, kind, now: now() })
}

async function unreadOf(db: Deps['db'], memberId: string): Promise<number> {
  return (await countUnread(db, [memberId])).get(memberId)?.unread ?? 0
}
