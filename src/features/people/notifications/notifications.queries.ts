import { eq, lt, SQL, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { members } from '#db/tables/members.ts'
import { noticeChoices, notices } from '#db/tables/notices.ts'
import { type Permission, hasPermissionForAny, STAFF_ROLES } from '#shared/policy.ts'
import { CHANNEL, type Delivery, MAX_MEMBERS_PER_NOTIFY, type NotificationKind } from './notifications.rules.ts'

/** The ID of a member, an array of IDs, or a select that returns IDs. */
export type Recipients = string | readonly string[] | SQL

function toIds(recipients: Recipients): SQL {
  if (typeof recipients === 'string') return sql`${recipients}::uuid`
  return recipients instanceof SQL ? recipients : sql`select unnest(${sql.param(recipients)}::uuid[])`
}

export type NewNotifications = {
  kind: NotificationKind
  cause: string
  words: string
  address: string
  productId: string | undefined
  /**
   * The thread and the post in it. Without a number, the notification gets the next number for this kind in the thread.
   * With `counted`, it is grouped with unread ones.
   */
  post: { threadId: string; number: number | undefined; counted: string | undefined } | undefined
  to: Recipients
  except: string | undefined
  canWait: boolean
  usual: Delivery
  now: Date
}

/**
 * Notifies all recipients in one query, and signals the processes that listen. Returns who gets an immediate email.
 * Excludes erased members, and those who were already notified of the cause. In the list, the notification replaces the
 * member's unread one of the same kind and thread. If that one was emailed or is about to be, this one waits for the
 * daily email.
 */
export async function insertNotifications(tx: Transaction, notification: NewNotifications): Promise<string[]> {
  const { kind, cause, words, address, productId, post, to, except, canWait, usual, now } = notification
  const joins = post?.counted === undefined ? null : post.threadId
  const number =
    post && post.number === undefined
      ? sql`(select coalesce(max(g.number), 0) + 1 from ${notices} g where g.thread_id = ${post.threadId}::uuid and g.member_id = recipients.id and g.kind = ${kind})`
      : sql`${post?.number ?? null}::int`
  const { rows } = await tx.execute<{ now: string[] }>(sql`
    with recipients as (
      select m.id, nullif(coalesce(c.delivery, ${usual}), 'never') as delivery
      from ${members} m left join ${noticeChoices} c on c.member_id = m.id and c.kind = ${kind}
      where m.id in (${toIds(to)}) and m.erased_at is null and m.id is distinct from ${except ?? null}::uuid
        and not exists (select from ${notices} n where n.cause = ${cause} and n.member_id = m.id)
    ), joined as (
      update ${notices} n set is_listed = false from recipients
      where n.id = (
        select l.id from ${notices} l where l.thread_id = ${joins}::uuid and l.member_id = recipients.id and l.read_at is null and l.kind = ${kind}
        -- By read_at as well, which all have none of: else the index would not be taken for the order.
        order by l.read_at desc, l.number desc limit 1
      ) and n.read_at is null
      returning n.member_id, n.to_mail is not null or n.mailed_by is not null as is_mailed
    ), inserted as (
      insert into notices (member_id, kind, cause, words, counted, thread_id, number, address, product_id, told_at, to_mail)
      select recipients.id, ${kind}, ${cause}, ${words}, ${post?.counted ?? null}, ${post?.threadId ?? null}::uuid, ${number}, ${address},
        ${productId ?? null}::uuid, ${now.toISOString()}::timestamptz,
        case when recipients.delivery = 'now' and (joined.is_mailed or ${canWait}::boolean) then 'daily' else recipients.delivery end
      from recipients left join joined on joined.member_id = recipients.id
      order by recipients.id
      on conflict do nothing returning member_id, to_mail
    ), ${notifyProcesses(sql`select member_id from inserted`)}
    select coalesce(json_agg(member_id) filter (where to_mail = 'now'), '[]') as now, (select count(*) from called) as parts from inserted`)
  return rows[0]?.now ?? []
}

/**
 * Returns a part of a query, named `called`, that makes every process look at these members again when the transaction
 * commits. The query must select from it. Otherwise, it has no effect.
 */
export function notifyProcesses(memberIds: SQL): SQL {
  return sql`called as (
    select pg_notify(${CHANNEL}, string_agg(member_id::text, ' ')) from (
      select member_id, row_number() over () / ${MAX_MEMBERS_PER_NOTIFY}::int as part from (${memberIds}) as ids
    ) as parts group by part
  )`
}

/** Returns a select for the IDs of staff with this permission. Staff whose row is older than staff roles are owners. */
export function selectStaffWithPermission(act: Permission): SQL {
  const roles = STAFF_ROLES.filter((role) => hasPermissionForAny(role, act))
  return sql`select id from ${members} where role = 'staff' and coalesce(staff_role::text, 'owner') = any(${sql.param(roles)}::text[])`
}

export async function deleteNotificationsBefore(db: Executor, before: Date): Promise<void> {
  await db.delete(notices).where(lt(notices.notifiedAt, before))
}

/**
 * Removes the notifications of a cause from unsent emails and from lists. There, the previous notification of the group
 * appears instead.
 */
export async function deleteNotifications(db: Executor, cause: string): Promise<void> {
  await db.execute(sql`
    with listed as (
      update ${notices} n set is_listed = true from ${notices} head
      where head.cause = ${cause} and head.is_listed and n.id = (
        select l.id from ${notices} l where l.thread_id = head.thread_id and l.member_id = head.member_id and l.kind = head.kind
          and l.read_at is not distinct from head.read_at and l.cause <> ${cause}
        order by l.number desc limit 1
      )
      returning n.id
    ), gone as (
      -- After those before it: whatever changes several of a thread begins with the first.
      delete from ${notices} where ${eq(notices.cause, cause)} and (select count(*) from listed) >= 0 returning member_id
    ), ${notifyProcesses(sql`select distinct member_id from gone`)}
    select count(*) from called`)
}
