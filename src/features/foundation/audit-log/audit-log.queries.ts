import { and, desc, eq, gte, inArray, isNull, like, lt, or, sql, type SQL } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Executor } from '#db/open-database.ts'
import { auditEvents, auditPersonalValues, failedLogins } from '#db/tables/audit.ts'
import { members, sessions } from '#db/tables/members.ts'
import type { Role } from '#shared/policy.ts'
import { selectEventsWithPeople, selectFailedLoginsWithMembers } from './log-rows.queries.ts'
import type { EventKind } from './audit-log.rules.ts'
import type { AuditValues } from './audit-entries.rules.ts'

type NewEvent = Omit<typeof auditEvents.$inferInsert, 'id'>

export async function insertEvent(db: Executor, event: NewEvent): Promise<number> {
  const [made] = await db.insert(auditEvents).values(event).returning({ id: auditEvents.id })
  if (!made) throw new Error('The audit event was not stored')
  return made.id
}

/** Inserts one event per member, and returns the event IDs. */
export async function insertEvents(db: Executor, event: NewEvent, memberIds: string[]): Promise<number[]> {
  const made = await db
    .insert(auditEvents)
    .values(memberIds.map((memberId) => ({ ...event, memberId })))
    .returning({ id: auditEvents.id })
  return made.map(({ id }) => id)
}

/** Like `insertPersonalValues`, for one event per member. */
export async function insertPersonalValuesForEvents(
  db: Executor,
  eventIds: number[],
  details: AuditValues,
): Promise<void> {
  await db.execute(sql`
    insert into ${auditPersonalValues} (event_id, member_id, details)
    select e.id, m.id, case when m.id = e.member_id then ${JSON.stringify(details)}::jsonb else '{}' end
      || jsonb_build_object('username', m.username, 'email', m.email)
    from ${auditEvents} e join ${members} m on m.id in (e.member_id, e.actor_member_id)
    where e.id = any(${sql.param(eventIds)}::bigint[])`)
}

type ActingMember = { memberId: string; role?: Role | undefined; sessionId?: string | undefined }

/**
 * Whether this account is unlocked and still has the role and the session in which it acted. Locks the account, so that
 * its access can't be revoked before the transaction ends.
 */
export async function isActive(db: Executor, { memberId, role, sessionId }: ActingMember): Promise<boolean> {
  const roleNow = sql`case when ${members.role} = 'staff' then coalesce(${members.staffRole}::text, 'owner') else 'learner' end`
  const found = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), role && sql`${roleNow} = ${role}`, isNull(members.lockedAt)))
    .for('share')
  if (found.length === 0 || sessionId === undefined) return found.length > 0
  // This is a separate statement, so that it sees what was committed while the statement above waited.
  const open = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId))
  return open.length > 0
}

export async function hasEvent(db: Executor, { kind, memberId }: { kind: string; memberId: string }): Promise<boolean> {
  const found = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(eq(auditEvents.memberId, memberId), eq(auditEvents.kind, kind)))
    .limit(1)
  return found.length > 0
}

type RecordedAction = { kind: string; actorMemberId: string; subjectId: string }

export async function hasAction(db: Executor, { kind, actorMemberId, subjectId }: RecordedAction): Promise<boolean> {
  const isTheirs = and(eq(auditEvents.actorMemberId, actorMemberId), eq(auditEvents.subjectId, subjectId))
  const found = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(eq(auditEvents.kind, kind), isTheirs))
    .limit(1)
  return found.length > 0
}

type NewPersonalValues = { eventId: number; memberIds: string[]; about: string | undefined; details: AuditValues }

/**
 * Stores these members' current names. For the member whom the event is about, also stores the other personal values.
 */
export async function insertPersonalValues(db: Executor, { eventId, memberIds, about, details }: NewPersonalValues) {
  const others = sql`case when ${members.id} = ${about ?? null}::uuid then ${JSON.stringify(details)}::jsonb else '{}' end`
  const names = sql`jsonb_build_object('username', ${members.username}, 'email', ${members.email})`
  await db.insert(auditPersonalValues).select(
    db
      .select({
        eventId: sql<number>`${eventId}::bigint`.as('event_id'),
        memberId: members.id,
        details: sql<AuditValues>`${others} || ${names}`.as('details'),
      })
      .from(members)
      .where(inArray(members.id, memberIds)),
  )
}

/** Lists every email address that events recorded for this member, including addresses before and after a change. */
export async function listEmailsInEvents(db: Executor, memberId: string): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select distinct value as email from ${auditPersonalValues}, jsonb_each_text(${auditPersonalValues.details})
    where ${auditPersonalValues.memberId} = ${memberId}::uuid and key in ('email', 'from', 'to') and value like '%@%'`)
  return rows.map(({ email }) => email)
}

export async function deletePersonalValues(db: Executor, memberId: string): Promise<void> {
  await db.delete(auditPersonalValues).where(eq(auditPersonalValues.memberId, memberId))
}

/**
 * Deletes the origins of logins, the reasons for locks, and requested addresses (which might be a stranger's) from
 * older events. Rows can't be updated, so the remaining values are inserted again.
 */
export async function deleteLoginOriginsBefore(db: Executor, time: Date): Promise<void> {
  const { eventId, details } = auditPersonalValues
  const isAddress = sql`${auditEvents.kind} = ${'email.change_asked' satisfies EventKind} and ${details} ? 'to'`
  await db.execute(sql`
    with old as (
      delete from ${auditPersonalValues} using ${auditEvents}
      where ${eventId} = ${auditEvents.id} and ${lt(auditEvents.at, time)}
        and (${details} ?| array['network', 'browser', 'because'] or (${isAddress}))
      returning ${eventId}, ${auditPersonalValues.memberId}, ${details}, (${isAddress}) as is_address
    )
    insert into ${auditPersonalValues} (event_id, member_id, details)
    select event_id, member_id, details - 'network' - 'browser' - 'because' - case when is_address then array['to'] else '{}' end from old`)
}

/**
 * The number of failed logins in one hour: `failures` with a wrong password, and `refused` ones whose password was not
 * checked.
 */
type FailedLoginCount = { hour: Date; memberId: string | null; failures: number; refused: number }

/** Adds failed logins to the counts. Uses one statement, so that thirty simultaneous failures count as thirty. */
export async function addFailedLogins(db: Executor, counted: FailedLoginCount): Promise<void> {
  await db
    .insert(failedLogins)
    .values(counted)
    .onConflictDoUpdate({
      target: [failedLogins.hour, failedLogins.memberId],
      set: {
        failures: sql`${failedLogins.failures} + excluded.failures`,
        refused: sql`${failedLogins.refused} + excluded.refused`,
      },
    })
}

export async function deleteFailedLoginsBefore(db: Executor, time: Date): Promise<void> {
  await db.delete(failedLogins).where(lt(failedLogins.hour, time))
}

export async function deleteFailedLoginsFor(db: Executor, memberId: string): Promise<void> {
  await db.delete(failedLogins).where(eq(failedLogins.memberId, memberId))
}

/**
 * Selects the log entries of a member's actions and of events about the member, without the names of other people.
 * Entries about actions on others contain only the kind and the time, because the rest is other people's data.
 */
export function selectMemberAuditLog(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  const ifHis = (column: string) => sql.raw(`case when e.member_id = '${memberId}' then e.${column} end as "${column}"`)
  return [
    {
      name: 'audit_events',
      rows: sql`select e.at, e.kind, e.actor_member_id is not distinct from ${id} as "by_member",
          ${ifHis('subject_id')}, ${ifHis('subject_name')}, ${ifHis('before')}, ${ifHis('after')}, v.details
        from audit_events e left join audit_personal_values v on v.event_id = e.id and v.member_id = ${id}
        where e.member_id = ${id} or e.actor_member_id = ${id} order by e.id`,
    },
    {
      name: 'failed_logins',
      rows: sql`select hour, failures, refused from failed_logins where member_id = ${id} order by hour`,
    },
  ]
}

export type Filter = {
  /** A kind of event, or a prefix of several kinds. */
  kind: string | undefined
  memberId: string | undefined
  since: Date | undefined
  limit: number
}

/** Lists events, newest first, with what is still known about the members. */
export function listEvents(db: Executor, { kind, memberId, since, limit }: Filter) {
  return selectEventsWithPeople(db)
    .where(
      and(
        kind === undefined ? undefined : or(eq(auditEvents.kind, kind), like(auditEvents.kind, `${kind}.%`)),
        memberId === undefined ? undefined : involvesMember(memberId),
        since && gte(auditEvents.at, since),
      ),
    )
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(limit)
}

function involvesMember(memberId: string): SQL | undefined {
  return or(eq(auditEvents.memberId, memberId), eq(auditEvents.actorMemberId, memberId))
}

/** Lists failed logins, latest hours first. Members are shown with their current names. */
export function listFailedLogins(db: Executor, { memberId, since, limit }: Omit<Filter, 'kind'>) {
  return selectFailedLoginsWithMembers(db)
    .where(
      and(
        memberId === undefined ? undefined : eq(failedLogins.memberId, memberId),
        since && gte(failedLogins.hour, since),
      ),
    )
    .orderBy(desc(failedLogins.hour), failedLogins.memberId)
    .limit(limit)
}
