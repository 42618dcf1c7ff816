import { type SQL, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { members } from '#db/tables/members.ts'
import { messageRecipients, messages } from '#db/tables/messages.ts'
import { selectOwners } from '#features/foundation/ownership/ownership.public.ts'
import { canReceiveOptionalEmail } from '#features/foundation/suppressions/suppressions.public.ts'
import { selectStopped } from '#features/learning/progress/stopped-learners.public.ts'
import { hasUnsubscribed } from '#features/people/notifications/email-preferences.public.ts'
import type { Audience, RecipientCount, SkipReason } from './messages.rules.ts'

/** Selects the IDs of the members whom a message is for, whether or not they can get it. */
function selectAudience(audience: Audience): SQL {
  switch (audience.kind) {
    case 'member':
      return sql`select ${audience.memberId}::uuid as member_id`
    case 'group':
      return sql`select member_id from group_members where group_id = ${audience.groupId}::uuid`
    case 'course':
      return sql`select member_id from (${selectOwners(audience.courseId)}) owners`
    case 'lecture':
      return sql`select member_id from (${selectStopped(audience)}) stopped
        where member_id in (${selectOwners(audience.courseId)})`
  }
}

/** Why the member `m` gets no message; null if they do. This is the only definition. */
const skipReason = sql<SkipReason | null>`case
    when m.locked_at is not null then 'locked'
    when m.deletion_due_at is not null then 'deleting'
    when m.email_verified_at is null then 'unverified'
    when not ${canReceiveOptionalEmail(sql`m.id`)} then 'undeliverable'
    when ${hasUnsubscribed(sql`m.id`, 'message')} then 'unsubscribed'
  end`

export async function countRecipients(db: Executor, audience: Audience): Promise<RecipientCount> {
  const { rows } = await db.execute<{ reason: SkipReason | null; count: number }>(sql`
    select ${skipReason} as reason, count(*)::int as count
    from (${selectAudience(audience)}) a join ${members} m on m.id = a.member_id where m.erased_at is null group by 1`)
  const skipped = rows.flatMap(({ reason, count }) => (reason === null ? [] : [[reason, count] as const]))
  return {
    recipients: rows.find(({ reason }) => reason === null)?.count ?? 0,
    skipped: Object.fromEntries(skipped),
  }
}

type Resolving = { messageId: string; audience: Audience; at: Date }

/**
 * Stores everyone whom the message is for, in one statement: those who get it as waiting, the others with the reason.
 * Returns the IDs of those who get it.
 */
export async function insertRecipients(tx: Transaction, { messageId, audience, at }: Resolving): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string; state: string }>(sql`
    insert into ${messageRecipients} (message_id, member_id, state, reason, at)
    select ${messageId}::uuid, m.id, case when r.reason is null then 'waiting' else 'skipped' end, r.reason, ${at.toISOString()}::timestamptz
    from (${selectAudience(audience)}) a join ${members} m on m.id = a.member_id
      cross join lateral (select ${skipReason} as reason) r
    where m.erased_at is null
    returning member_id as id, state`)
  return rows.flatMap(({ id, state }) => (state === 'waiting' ? [id] : []))
}

/** How many emails of messages that are being sent are still waiting, so that the next ones are planned after them. */
export async function countPlanned(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${messageRecipients} r join ${messages} on ${messages.id} = r.message_id
    where r.state = 'waiting' and r.email_id is null and ${messages.state} = 'sending'`)
  return rows[0]?.count ?? 0
}

/**
 * Reserves the next time at which an email may be sent, for all processes together, and returns how long to wait until
 * then. Times are the database's, so that the clocks of several machines don't matter. If its clock was ahead, at most
 * two minutes are waited.
 */
export async function reserveSlot(db: Executor, perMinute: number): Promise<number> {
  const interval = sql`${60_000 / perMinute} * interval '1 ms'`
  const { rows } = await db.execute<{ ms: number }>(sql`
    update message_pace set next_at = greatest(least(next_at, clock_timestamp() + interval '2 minutes'), clock_timestamp()) + ${interval}
    returning (extract(epoch from next_at - ${interval} - clock_timestamp()) * 1000)::float as ms`)
  return Math.max(0, rows[0]?.ms ?? 0)
}

/** Counts those to whom a staff member has sent messages since then. */
export async function countRecentRecipients(db: Executor, senderId: string, since: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from message_recipients r join messages g on g.id = r.message_id
    where g.sender_id = ${senderId}::uuid and g.started_at > ${since.toISOString()}::timestamptz and r.state <> 'skipped'`)
  return rows[0]?.count ?? 0
}

type Recipient = { messageId: string; memberId: string }

/** What is needed to send a message to one recipient, as of now. */
export type RecipientToSend = {
  email: string
  username: string
  firstName: string
  lastName: string
  subject: string
  html: string
  audience: Audience['kind']
  course: string
  lecture: string
  skipReason: SkipReason | null
  /** Whether the email log says that an earlier attempt of this job sent it. */
  wasSent: boolean
}

/** Returns undefined if this recipient isn't waiting, or the message is no longer being sent. */
export async function findRecipientToSend(
  db: Executor,
  { messageId, memberId, emailId }: Recipient & { emailId: string },
): Promise<RecipientToSend | undefined> {
  const { rows } = await db.execute<RecipientToSend>(sql`
    select m.email, m.username, m.first_name as "firstName", m.last_name as "lastName", g.subject, g.html, g.audience,
      coalesce(p.title, '') as course, coalesce(l.name, '') as lecture, ${skipReason} as "skipReason",
      e.id is not null as "wasSent"
    from ${messageRecipients} r join ${messages} g on g.id = r.message_id join ${members} m on m.id = r.member_id
      left join products p on p.id = g.course_id left join lectures l on l.id = g.lecture_id
      left join mails e on e.id = ${emailId}::uuid and e.result = 'sent'
    where r.message_id = ${messageId}::uuid and r.member_id = ${memberId}::uuid and m.erased_at is null
      and (r.state = 'waiting' and g.state = 'sending' or r.state = 'failed' and g.state in ('sending', 'sent')
        or r.state <> 'sent' and e.id is not null)`)
  return rows[0]
}

export async function setEmailId(db: Executor, { messageId, memberId, emailId }: Recipient & { emailId: string }) {
  await db.execute(sql`update ${messageRecipients} set email_id = ${emailId}::uuid
    where message_id = ${messageId}::uuid and member_id = ${memberId}::uuid and email_id is null`)
}

type Outcome = { state: 'sent' | 'failed'; reason?: undefined } | { state: 'skipped'; reason: SkipReason }

/** An email that was sent stays sent. */
export async function setOutcome(
  db: Executor,
  { messageId, memberId, at, state, reason }: Recipient & { at: Date } & Outcome,
): Promise<void> {
  await db.execute(sql`
    update ${messageRecipients} set state = ${state}, reason = ${reason ?? null}, at = ${at.toISOString()}::timestamptz
    where message_id = ${messageId}::uuid and member_id = ${memberId}::uuid and state <> 'sent'`)
}

/** Ends a message if no recipient is waiting. */
export async function endIfDone(db: Executor, messageId: string, at: Date): Promise<void> {
  await db.execute(sql`
    update ${messages} set state = 'sent', ended_at = ${at.toISOString()}::timestamptz
    where id = ${messageId}::uuid and state = 'sending'
      and not exists (select from ${messageRecipients} r where r.message_id = ${messageId}::uuid and r.state = 'waiting')`)
}
