import { and, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { type Sort, sortBy } from '#db/sort.ts'
import { auditEvents, failedLogins } from '#db/tables/audit.ts'
import { selectEventsWithPeople, selectFailedLoginsWithMembers } from './log-rows.queries.ts'

/**
 * Matches events whose subject or actor is one of these members, or whose actor is the command-line user with this
 * name.
 */
type PersonFilter = { memberIds: string[]; name: string }

export type LogPageQuery = {
  kinds: readonly string[] | undefined
  who: PersonFilter | undefined
  since: Date | undefined
  until: Date | undefined
  sort?: Sort | undefined
  /** The last entry of the previous page. */
  after: { at: Date; id: string } | undefined
  limit: number
}

/**
 * Lists one page of events. For each person or kind, looks up at most one page through an index, so that the cost does
 * not depend on how old or rare the events are.
 */
export function listEventPage(db: Executor, page: LogPageQuery) {
  const { order } = sortBy(page.sort)
  const found = candidates(page)
  return selectEventsWithPeople(db)
    .where(found ? inArray(auditEvents.id, found) : isWithin(page))
    .orderBy(sql`${auditEvents.at} ${order}, ${auditEvents.id} ${order}`)
    .limit(page.limit)
}

function isWithin({ since, until, after, sort }: LogPageQuery): SQL | undefined {
  return and(
    since && gte(auditEvents.at, since),
    until && lte(auditEvents.at, until),
    after &&
      sql`(${auditEvents.at}, ${auditEvents.id}) ${sortBy(sort).past} (${after.at.toISOString()}::timestamptz, ${after.id}::bigint)`,
  )
}

/** Selects the events that may be on the page. Undefined if every event in the time range matches. */
function candidates(page: LogPageQuery): SQL | undefined {
  const { kinds, who, sort, limit } = page
  const { order } = sortBy(sort)
  if (kinds === undefined && who === undefined) return undefined
  const ofEach = (type: 'uuid' | 'text', values: readonly string[], column: SQL, more?: SQL) => sql`
    select found.id, found.at from unnest(${sql.param([...values])}::${sql.raw(type)}[]) as wanted(value), lateral (
      select ${auditEvents.id} as id, ${auditEvents.at} as at from ${auditEvents}
      where ${and(sql`${column} = wanted.value`, more, isWithin(page))}
      order by ${auditEvents.at} ${order}, ${auditEvents.id} ${order} limit ${limit}) as found`
  const ofKinds = kinds && inArray(auditEvents.kind, [...kinds])
  const parts = who
    ? [
        ofEach('uuid', who.memberIds, sql`${auditEvents.memberId}`, ofKinds),
        ofEach('uuid', who.memberIds, sql`${auditEvents.actorMemberId}`, ofKinds),
        ofEach('text', [who.name], sql`${auditEvents.actorName}`, ofKinds),
      ]
    : [ofEach('text', kinds ?? [], sql`${auditEvents.kind}`)]
  return sql`(select id from (${sql.join(parts, sql` union `)}) as candidates order by at ${order}, id ${order} limit ${limit})`
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000'

export function listFailedLoginPage(db: Executor, { who, since, until, sort, after, limit }: LogPageQuery) {
  const { order, past } = sortBy(sort)
  const id = sql`coalesce(${failedLogins.memberId}, ${NIL_UUID}::uuid)`
  return selectFailedLoginsWithMembers(db)
    .where(
      and(
        who && inArray(failedLogins.memberId, who.memberIds),
        since && gte(failedLogins.hour, since),
        until && lte(failedLogins.hour, until),
        after &&
          sql`(${failedLogins.hour}, ${id}) ${past} (${after.at.toISOString()}::timestamptz, ${after.id || NIL_UUID}::uuid)`,
      ),
    )
    .orderBy(sql`${failedLogins.hour} ${order}, ${id} ${order}`)
    .limit(limit)
}
