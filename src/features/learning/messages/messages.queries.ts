import { and, eq, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { members } from '#db/tables/members.ts'
import { messageRecipients, messages, type MessageTotals } from '#db/tables/messages.ts'
import type { Audience, AudienceKind, MessageState, SkipReason, StateReason } from './messages.rules.ts'

const toTime = (time: Date) => sql`${time.toISOString()}::timestamptz`

/** A member's name, or the username; `table` is the alias of `members`. */
const nameOf = (table: 'm' | 's') =>
  sql.raw(`coalesce(nullif(trim(${table}.first_name || ' ' || ${table}.last_name), ''), ${table}.username)`)

type Named = { name: string; courseName: string }

/** The name of the group, course, or lecture; empty for a member. Undefined if there is none with these IDs. */
export async function findAudience(db: Executor, audience: Audience): Promise<Named | undefined> {
  const { rows } = await db.execute<Named>(
    audience.kind === 'member'
      ? sql`select '' as name, '' as "courseName" from ${members} where id = ${audience.memberId}::uuid and erased_at is null`
      : audience.kind === 'group'
        ? sql`select name, '' as "courseName" from groups where id = ${audience.groupId}::uuid`
        : audience.kind === 'course'
          ? sql`select title as name, title as "courseName" from products where id = ${audience.courseId}::uuid and kind = 'course'`
          : sql`select l.name, p.title as "courseName" from lectures l join products p on p.id = l.course_id
              where l.id = ${audience.lectureId}::uuid and l.course_id = ${audience.courseId}::uuid`,
  )
  return rows[0]
}

type NewMessage = { audience: Audience; audienceName: string; senderId: string | null; senderRole: string; at: Date }

export async function insertMessage(tx: Transaction, message: NewMessage): Promise<string> {
  const { audience, audienceName, senderId, senderRole, at } = message
  const { kind, ...ids } = audience
  const [made] = await tx
    .insert(messages)
    .values({ audience: kind, ...ids, audienceName, senderId, senderRole, createdAt: at, changedAt: at })
    .returning({ id: messages.id })
  if (!made) throw new Error('The message was not stored')
  return made.id
}

/** An empty draft that this staff member started for the same audience, so that an abandoned one is used again. */
export async function findEmptyDraft(db: Executor, senderId: string, { kind, ...ids }: Audience) {
  const [draft] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.senderId, senderId),
        eq(messages.state, 'draft'),
        eq(messages.subject, ''),
        eq(messages.body, ''),
        eq(messages.audience, kind),
        ...Object.entries(ids).map(([column, id]) => eq(messages[column as 'memberId'], id)),
      ),
    )
    .limit(1)
  return draft?.id
}

type StoredMessage = Omit<typeof messages.$inferSelect, 'state' | 'stateReason'> & {
  state: MessageState
  stateReason: StateReason | null
}

/** Locks the message, so that it isn't changed, sent, or stopped by anyone else before the transaction ends. */
export async function lockMessage(tx: Transaction, id: string): Promise<StoredMessage | undefined> {
  const [message] = await tx.select().from(messages).where(eq(messages.id, id)).for('update')
  return message as StoredMessage | undefined
}

export async function findMessage(db: Executor, id: string): Promise<StoredMessage | undefined> {
  const [message] = await db.select().from(messages).where(eq(messages.id, id))
  return message as StoredMessage | undefined
}

export async function updateMessage(
  tx: Executor,
  id: string,
  change: Partial<Omit<typeof messages.$inferInsert, 'id'>>,
): Promise<void> {
  await tx.update(messages).set(change).where(eq(messages.id, id))
}

export async function deleteMessageRow(tx: Executor, id: string): Promise<void> {
  await tx.delete(messages).where(eq(messages.id, id))
}

/** Doesn't send what is still waiting. An email that is being sent at this moment still counts as sent. */
export async function skipWaiting(tx: Executor, messageId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update ${messageRecipients} set state = 'skipped', reason = 'stopped', at = ${toTime(at)}
    where message_id = ${messageId}::uuid and state = 'waiting'`)
}

/** Totals by state and reason. After the list was deleted, those that were stored. */
const totals = sql<MessageTotals>`coalesce(g.totals, (
    select jsonb_build_object(
      'sent', count(*) filter (where r.state = 'sent'), 'waiting', count(*) filter (where r.state = 'waiting'),
      'failed', count(*) filter (where r.state = 'failed'),
      'skipped', coalesce((select jsonb_object_agg(s.reason, s.count) from (
        select reason, count(*) from ${messageRecipients} where message_id = g.id and state = 'skipped' group by 1) s), '{}'))
    from ${messageRecipients} r where r.message_id = g.id))`

type Time = string | Date
const toDate = (time: Time | null) => (time === null ? null : new Date(time))

export type MessageLine = {
  id: string
  state: MessageState
  audience: AudienceKind
  /** The group, course, or lecture; null if it was deleted, or for a member. */
  groupId: string | null
  courseId: string | null
  lectureId: string | null
  memberId: string | null
  /** The name of the group or lecture, or the member's. */
  name: string
  course: string
  subject: string
  sendAt: Date | null
  changedAt: Date
  startedAt: Date | null
  endedAt: Date | null
  sender: string
  totals: MessageTotals
  /** Whether the list of recipients still exists. */
  hasRecipients: boolean
}

type StoredLine = Omit<MessageLine, 'sendAt' | 'changedAt' | 'startedAt' | 'endedAt'> &
  Record<'sendAt' | 'startedAt' | 'endedAt', Time | null> & { changedAt: Time }

type MessageSearch = { id?: string; state?: MessageState | undefined; after?: string | undefined; limit: number }

/** Messages with their figures, the last changed first. */
export async function listMessages(db: Executor, { id, state, after, limit }: MessageSearch): Promise<MessageLine[]> {
  const conditions = [
    ...(id === undefined ? [] : [sql`g.id = ${id}::uuid`]),
    ...(state === undefined ? [] : [sql`g.state = ${state}`]),
    ...(after === undefined
      ? []
      : [
          sql`(g.changed_at, g.id) < (select last.changed_at, last.id from ${messages} last where last.id = ${after}::uuid)`,
        ]),
  ]
  const { rows } = await db.execute<StoredLine>(sql`
    select g.id, g.state, g.audience, g.group_id as "groupId", g.course_id as "courseId", g.lecture_id as "lectureId",
      g.member_id as "memberId", g.subject, g.send_at as "sendAt", g.changed_at as "changedAt",
      g.started_at as "startedAt", g.ended_at as "endedAt",
      coalesce(case g.audience
        when 'member' then ${nameOf('m')}
        when 'group' then gr.name when 'lecture' then l.name else p.title end, g.audience_name) as name,
      coalesce(p.title, '') as course,
      coalesce(${nameOf('s')}, '') as sender, ${totals} as totals,
      g.started_at is not null and g.totals is null as "hasRecipients"
    from ${messages} g left join ${members} m on m.id = g.member_id left join groups gr on gr.id = g.group_id
      left join products p on p.id = g.course_id left join lectures l on l.id = g.lecture_id
      left join ${members} s on s.id = g.sender_id
    ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
    order by g.changed_at desc, g.id desc limit ${limit}`)
  return rows.map((row) => ({
    ...row,
    sendAt: toDate(row.sendAt),
    changedAt: new Date(row.changedAt),
    startedAt: toDate(row.startedAt),
    endedAt: toDate(row.endedAt),
  }))
}

export type RecipientLine = {
  memberId: string
  name: string
  email: string
  state: 'waiting' | 'sent' | 'skipped' | 'failed'
  reason: SkipReason | null
  /** Why the last attempt failed, as codes. */
  answer: string | null
  at: Date
}

type RecipientSearch = { messageId: string; state?: string | undefined; after?: string | undefined; limit: number }

/** The recipients of a message by member ID. */
export async function listRecipients(
  db: Executor,
  { messageId, state, after, limit }: RecipientSearch,
): Promise<RecipientLine[]> {
  const { rows } = await db.execute<Omit<RecipientLine, 'at'> & { at: Time }>(sql`
    select r.member_id as "memberId", ${nameOf('m')} as name,
      m.email, r.state, r.reason, case when r.state in ('waiting', 'failed') then e.answer end as answer, r.at
    from ${messageRecipients} r join ${members} m on m.id = r.member_id left join mails e on e.id = r.email_id
    where r.message_id = ${messageId}::uuid${state === undefined ? sql`` : sql` and r.state = ${state}`}
      ${after === undefined ? sql`` : sql`and r.member_id > ${after}::uuid`}
    order by r.member_id limit ${limit}`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

/** After a restore, stops everything that was scheduled or under way. Returns how many messages. */
export async function stopPendingMessages(tx: Executor, at: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with stopped as (
      update ${messages} set state = 'stopped', state_reason = 'restored', ended_at = ${toTime(at)},
        changed_at = ${toTime(at)}, revision = revision + 1
      where state in ('scheduled', 'sending') returning id
    ), skipped as (
      update ${messageRecipients} r set state = 'skipped', reason = 'stopped', at = ${toTime(at)}
      from stopped where r.message_id = stopped.id and r.state = 'waiting'
    ) select id from stopped`)
  return rowCount ?? 0
}

type CleanUp = { now: Date; sendingSince: Date; endedBefore: Date }

/** Ends messages whose last emails were never accepted, and replaces old lists of recipients with their totals. */
export async function cleanUp(db: Executor, { now, sendingSince, endedBefore }: CleanUp): Promise<void> {
  await db.execute(sql`
    update ${messageRecipients} r set state = 'failed' from ${messages} g
    where g.id = r.message_id and r.state = 'waiting' and g.state = 'sending' and r.at < ${toTime(sendingSince)}`)
  await db.execute(sql`
    update ${messages} g set state = 'sent', ended_at = ${toTime(now)}
    where g.state = 'sending' and not exists (
      select from ${messageRecipients} r where r.message_id = g.id and r.state = 'waiting')`)
  await db.execute(sql`
    with old as (
      update ${messages} g set totals = ${totals} where g.ended_at < ${toTime(endedBefore)} and g.totals is null returning g.id
    ) delete from ${messageRecipients} r using old where r.message_id = old.id`)
}
