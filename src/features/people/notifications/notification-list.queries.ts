import { and, desc, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { posts, threads } from '#db/tables/discussions.ts'
import { members } from '#db/tables/members.ts'
import { notices } from '#db/tables/notices.ts'
import { ownedBy } from '#features/foundation/ownership/ownership.public.ts'
import { READ_ELSEWHERE, MAX_UNREAD_COUNT, type NotificationKind } from './notifications.rules.ts'
import { notifyProcesses } from './notifications.queries.ts'

type PageQuery = { memberId: string; after: string | undefined; limit: number }

/**
 * Selects notifications of the same kind and thread. If this one was read, selects those that were read together with
 * it. If it is unread, selects those that are unread, too. Selects at most as many as the highest count that is shown.
 */
function selectReadTogether(isRead: SQL): SQL {
  // All of these have the same `read_at`. It is part of the order anyway, so that the index can be used.
  return sql`(
    select g.number, g.address from ${notices} g where g.thread_id = ${notices.threadId} and g.member_id = ${notices.memberId}
      and g.kind = ${notices.kind} and ${isRead}
    order by g.read_at, g.number limit ${MAX_UNREAD_COUNT})`
}

const isStaff = (memberId: SQL) =>
  sql`exists (select from ${members} where ${members.id} = ${memberId} and ${members.role} = 'staff')`

/**
 * The thread's current title if the member may read it. Null if the question was hidden or deleted, or if they no
 * longer have access to it.
 */
const titleFor = (memberId: string) => sql`(
  select t.title from ${threads} t join ${posts} p on p.thread_id = t.id and p.number = 0 join ${products} on ${products.id} = t.course_id
  where t.id = ${notices.threadId} and p.hidden_at is null and p.deleted_at is null
    and (${ownedBy(memberId)} or ${isStaff(sql`${memberId}::uuid`)}))`

/**
 * Returns a condition on row `n`: the member has access to what the notification links to. Notifications with a thread
 * but no product are for staff.
 */
const isVisibleTo = (memberId: SQL, n: { productId: SQLWrapper; threadId: SQLWrapper }) => sql`(
  (${n.productId} is null and ${n.threadId} is null)
  or exists (select from ${products} where ${products.id} = ${n.productId} and ${ownedBy(memberId)})
  or ${isStaff(memberId)})`

/**
 * Lists a member's notifications, newest first, after the notification `after`. Excludes courses to which the member
 * has no access now. `together` counts those of the same thread, and links to the first one.
 */
export function listNotifications(db: Executor, { memberId, after, limit }: PageQuery) {
  const { id, kind, words, counted, address, notifiedAt, readAt } = notices
  return db
    .select({
      id,
      kind: sql<NotificationKind>`${kind}`,
      words,
      counted,
      address,
      notifiedAt,
      readAt,
      // The sql`` is nested because Drizzle omits table names from the outermost one if a select has only one table.
      together: sql<{ count: number; first: string | null }>`${sql`(
        select jsonb_build_object('count', count(*), 'first', (array_agg(r.address order by r.number))[1]) from (
          ${selectReadTogether(sql`g.read_at is null and ${notices.readAt} is null`)} union all ${selectReadTogether(sql`g.read_at = ${notices.readAt}`)}) r)`}`,
      title: sql<string | null>`${titleFor(memberId)}`,
    })
    .from(notices)
    .where(
      and(
        eq(notices.memberId, memberId),
        eq(notices.isListed, true),
        isVisibleTo(sql`${memberId}::uuid`, notices),
        after === undefined ? undefined : isAfter(sql`<`, after),
      ),
    )
    .orderBy(desc(notifiedAt), desc(id))
    .limit(limit)
}

/**
 * Whether a row comes before or after the notification with this ID. Returns false if that notification no longer
 * exists.
 */
function isAfter(sign: SQL, id: string): SQL {
  return sql`(${notices.notifiedAt}, ${notices.id}) ${sign} (select last.told_at, last.id from ${notices} last where last.id = ${id}::uuid)`
}

/**
 * `unread` is how many notifications the member has not read, up to the maximum that is shown. `newest` is the newest
 * notification. It changes with each new one, whether that is grouped or not.
 */
export type UnreadCount = { unread: number; newest: string | null }

/** Counts, for each of these members, what their list shows. */
export async function countUnread(db: Executor, memberIds: string[]): Promise<Map<string, UnreadCount>> {
  const isOpen = isVisibleTo(sql`his.id`, { productId: sql`n.product_id`, threadId: sql`n.thread_id` })
  const { rows } = await db.execute<UnreadCount & { id: string }>(sql`
    select his.id, (select count(*)::int from (
        select from ${notices} n where n.member_id = his.id and n.is_listed and n.read_at is null and ${isOpen} limit ${MAX_UNREAD_COUNT}
      ) as counted) as unread,
      (select n.id from ${notices} n where n.member_id = his.id and n.is_listed and ${isOpen} order by n.told_at desc, n.id desc limit 1) as newest
    from unnest(${sql.param(memberIds)}::uuid[]) as his(id)`)
  return new Map(rows.map(({ id, ...counted }) => [id, counted]))
}

type MarkReadInput = { memberId: string; id: string; andBefore: boolean; now: Date }

/** Marks a notification and its group as read and, if requested, all earlier ones. Later ones remain unread. */
export function markNotificationRead(db: Executor, { memberId, id, andBefore, now }: MarkReadInput): Promise<void> {
  const its = sql`
    select g.id from ${notices} one join ${notices} g on g.thread_id = one.thread_id and g.member_id = one.member_id and g.read_at is null
    where one.id = ${id}::uuid and one.counted is not null and g.kind = one.kind and g.number <= one.number`
  const before = sql`select id from ${notices} where member_id = ${memberId}::uuid and read_at is null and ${isAfter(sql`<=`, id)}`
  return markMatchingRead(db, {
    memberId,
    now,
    which: sql`select ${id}::uuid union all ${its} ${andBefore ? sql`union all ${before}` : sql``}`,
  })
}

type ShownPosts = { memberId: string; threadId: string; number: number; now: Date }

/** Marks a thread's notifications as read, up to this post. Excludes the kinds that another page marks as read. */
export function markThreadRead(db: Executor, { memberId, threadId, number, now }: ShownPosts): Promise<void> {
  const which = sql`
    select id from ${notices} where thread_id = ${threadId}::uuid and member_id = ${memberId}::uuid and read_at is null and number <= ${number}
      and kind <> all(${sql.param(READ_ELSEWHERE)}::text[])`
  return markMatchingRead(db, { memberId, now, which })
}

export function markKindRead(
  db: Executor,
  { memberId, kind, now }: { memberId: string; kind: NotificationKind; now: Date },
): Promise<void> {
  const which = sql`select id from ${notices} where member_id = ${memberId}::uuid and kind = ${kind} and read_at is null`
  return markMatchingRead(db, { memberId, now, which })
}

/**
 * Marks these notifications as read. In the list, the last one of a thread represents it. All processes are notified,
 * so that the member's other browsers update their counts.
 */
async function markMatchingRead(
  db: Executor,
  { memberId, which, now }: { memberId: string; which: SQL; now: Date },
): Promise<void> {
  await db.execute(sql`
    with held as (
      select id, kind, counted, thread_id, number from ${notices}
      where id in (${which}) and member_id = ${memberId}::uuid and read_at is null
      -- In the order of all that change several, so that none of them waits for another that waits for it.
      order by thread_id, number, id for update
    ), these as (
      select id, counted is null or thread_id is null or number = max(number) over (partition by thread_id, kind) as is_listed from held
    ), marked as (
      update ${notices} n set read_at = ${now.toISOString()}::timestamptz, is_listed = these.is_listed from these
      where n.id = these.id and n.read_at is null returning n.member_id
    ), ${notifyProcesses(sql`select distinct member_id from marked`)}
    select count(*) from called`)
}
