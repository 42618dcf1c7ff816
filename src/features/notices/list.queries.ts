import { and, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { notices } from '#db/tables/notices.ts'
import { MOST_COUNTED, type ToldKind } from './notices.rules.ts'
import { called } from './telling.queries.ts'

type Part = { memberId: string; after: string | undefined; limit: number }

/** A member's, the newest first, behind one of them. */
export function listOf(db: Executor, { memberId, after, limit }: Part) {
  const { id, kind, words, address, toldAt, readAt } = notices
  return db
    .select({ id, kind: sql<ToldKind>`${kind}`, words, address, toldAt, readAt })
    .from(notices)
    .where(and(eq(notices.memberId, memberId), after === undefined ? undefined : isBehind(sql`<`, after)))
    .orderBy(desc(toldAt), desc(id))
    .limit(limit)
}

/** Of no place at all where there is no such notice any more. */
function isBehind(sign: SQL, id: string): SQL {
  return sql`(${notices.toldAt}, ${notices.id}) ${sign} (select last.told_at, last.id from ${notices} last where last.id = ${id}::uuid)`
}

/** How many each of these members has not read, up to what is counted. */
export async function countUnread(db: Executor, memberIds: string[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; unread: number }>(sql`
    select his.id, (select count(*)::int from (
      select from ${notices} n where n.member_id = his.id and n.read_at is null limit ${MOST_COUNTED}
    ) as counted) as unread from unnest(${sql.param(memberIds)}::uuid[]) as his(id)`)
  return new Map(rows.map(({ id, unread }) => [id, unread]))
}

type Marking = { memberId: string; id: string; andBefore: boolean; now: Date }

/** Every process hears of it, so that the other browsers of the member count anew. */
export async function mark(db: Executor, { memberId, id, andBefore, now }: Marking): Promise<void> {
  const which = or(eq(notices.id, id), andBefore ? isBehind(sql`<=`, id) : undefined)
  await db.execute(sql`
    with marked as (
      update ${notices} set read_at = ${now.toISOString()}::timestamptz
      where ${and(eq(notices.memberId, memberId), isNull(notices.readAt), which)} returning member_id
    ), ${called(sql`select distinct member_id from marked`)}
    select count(*) from called`)
}
