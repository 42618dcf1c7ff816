import { and, desc, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalogue.ts'
import { posts, threads } from '#db/tables/discussions.ts'
import { members } from '#db/tables/members.ts'
import { notices } from '#db/tables/notices.ts'
import { ownedBy } from '#features/foundation/ownership/ownership.public.ts'
import { READ_ELSEWHERE, MAX_UNREAD_COUNT, type NotificationKind } from './notifications.rules.ts'
import { notifyProcesses } from './notifications.queries.ts'

type PageQuery = { memberId: string; after: string | undefined; limit: number }

/** Those of the kind and thread of the one at hand that were read with it, or are as unread, the first ones: no more than are counted. */
function selectReadTogether(isRead: SQL): SQL {
  // By `read_at` as well, which is the same in all of them: else the index would not be taken for the order.
  return sql`(
    select g.number, g.address from ${notices} g where g.thread_id = ${notices.threadId} and g.member_id = ${notices.memberId}
      and g.kind = ${notices.kind} and ${isRead}
    order by g.read_at, g.number limit ${MAX_UNREAD_COUNT})`
}

const isStaff = (memberId: SQL) =>
  sql`exists (select from ${members} where ${members.id} = ${memberId} and ${members.role} = 'staff')`

/** The title of the thread as it is now, for who may read it there: nothing of a question that was hidden, deleted or closed to its reader. */
const titleFor = (memberId: string) => sql`(
  select t.title from ${threads} t join ${posts} p on p.thread_id = t.id and p.number = 0 join ${products} on ${products.id} = t.course_id
  where t.id = ${notices.threadId} and p.hidden_at is null and p.deleted_at is null
    and (${ownedBy(memberId)} or ${isStaff(sql`${memberId}::uuid`)}))`

/**
 * A condition on the row `n` at hand: what it tells of is open to its reader, who would be led to a closed door otherwise. What tells of no product, but
 * of a thread, is for staff.
 */
const isVisibleTo = (memberId: SQL, n: { productId: SQLWrapper; threadId: SQLWrapper }) => sql`(
  (${n.productId} is null and ${n.threadId} is null)
  or exists (select from ${products} where ${products.id} = ${n.productId} and ${ownedBy(memberId)})
  or ${isStaff(memberId)})`

/** A member's, the newest first, behind one of them; none of a course that is closed to him now. `together`: how many of a thread it stands for, and where the first of them is. */
export function listNotifications(db: Executor, { memberId, after, limit }: PageQuery) {
  const { id, kind, words, counted, address, toldAt, readAt } = notices
  return db
    .select({
      id,
      kind: sql<NotificationKind>`${kind}`,
      words,
      counted,
      address,
      toldAt,
      readAt,
      // Wrapped in another sql``: where a select has one table only, Drizzle leaves the names of tables out of the outermost one.
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
    .orderBy(desc(toldAt), desc(id))
    .limit(limit)
}

/** Of no place at all where there is no such notice any more. */
function isAfter(sign: SQL, id: string): SQL {
  return sql`(${notices.toldAt}, ${notices.id}) ${sign} (select last.told_at, last.id from ${notices} last where last.id = ${id}::uuid)`
}

/** How much a member has not read, up to what is counted, and which notice is the newest of all: another one when something is told, alone or together with others. */
export type UnreadCount = { unread: number; newest: string | null }

/** Of each of these members, of what stands in his list. */
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

/** One with those for which it stands, and with all before it if that is said. What came since stays unread. */
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

/** What tells of posts of a thread, up to one of them; not what is looked at elsewhere. */
export function markThreadRead(db: Executor, { memberId, threadId, number, now }: ShownPosts): Promise<void> {
  const which = sql`
    select id from ${notices} where thread_id = ${threadId}::uuid and member_id = ${memberId}::uuid and read_at is null and number <= ${number}
      and kind <> all(${sql.param(READ_ELSEWHERE)}::text[])`
  return markMatchingRead(db, { memberId, now, which })
}

/** All of a kind. */
export function markKindRead(
  db: Executor,
  { memberId, kind, now }: { memberId: string; kind: NotificationKind; now: Date },
): Promise<void> {
  const which = sql`select id from ${notices} where member_id = ${memberId}::uuid and kind = ${kind} and read_at is null`
  return markMatchingRead(db, { memberId, now, which })
}

/** Of a thread the last one that is read stands in the list. Every process hears of it, so that the other browsers of the member count anew. */
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
