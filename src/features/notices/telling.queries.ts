import { eq, lt, SQL, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open.ts'
import { members } from '#db/tables/members.ts'
import { noticeChoices, notices } from '#db/tables/notices.ts'
import { type Act, mayEver, STAFF_ROLES } from '#shared/policy.ts'
import { CHANNEL, type Delivery, MEMBERS_IN_A_CALL, type ToldKind } from './notices.rules.ts'

/** Members: the id of one, those of some, or a select of ids. */
export type Whom = string | readonly string[] | SQL

function idsOf(whom: Whom): SQL {
  if (typeof whom === 'string') return sql`${whom}::uuid`
  return whom instanceof SQL ? whom : sql`select unnest(${sql.param(whom)}::uuid[])`
}

export type NewNotices = {
  kind: ToldKind
  cause: string
  words: string
  address: string
  productId: string | undefined
  to: Whom
  except: string | undefined
  /** For who has chosen nothing. */
  usual: Delivery
  now: Date
}

/** Tells them all by one statement, and every process that listens; returns who is to get a mail of it now. Who was told of the cause before, or is erased, is left out. */
export async function insertNotices(tx: Transaction, told: NewNotices): Promise<string[]> {
  const { kind, cause, words, address, productId, to, except, usual, now } = told
  const { rows } = await tx.execute<{ now: string[] }>(sql`
    with told as (
      insert into notices (member_id, kind, cause, words, address, product_id, told_at, to_mail)
      select m.id, ${kind}, ${cause}, ${words}, ${address}, ${productId ?? null}::uuid, ${now.toISOString()}::timestamptz,
        nullif(coalesce(c.delivery, ${usual}), 'never')
      from ${members} m left join ${noticeChoices} c on c.member_id = m.id and c.kind = ${kind}
      where m.id in (${idsOf(to)}) and m.erased_at is null and m.id is distinct from ${except ?? null}::uuid
      order by m.id
      on conflict do nothing returning member_id, to_mail
    ), ${called(sql`select member_id from told`)}
    select coalesce(json_agg(member_id) filter (where to_mail = 'now'), '[]') as now, (select count(*) from called) as parts from told`)
  return rows[0]?.now ?? []
}

/** A part of a statement, `called`, that calls every process to look again at these members when the transaction commits; it must be read from. */
export function called(memberIds: SQL): SQL {
  return sql`called as (
    select pg_notify(${CHANNEL}, string_agg(member_id::text, ' ')) from (
      select member_id, row_number() over () / ${MEMBERS_IN_A_CALL}::int as part from (${memberIds}) as ids
    ) as parts group by part
  )`
}

/** Everybody of staff whose role lets him do this, as a select of ids. Staff of before there were kinds of it are owners. */
export function staffWhoMay(act: Act): SQL {
  const roles = STAFF_ROLES.filter((role) => mayEver(role, act))
  return sql`select id from ${members} where role = 'staff' and coalesce(staff_role::text, 'owner') = any(${sql.param(roles)}::text[])`
}

export async function deleteToldBefore(db: Executor, before: Date): Promise<void> {
  await db.delete(notices).where(lt(notices.toldAt, before))
}

/** What they tell of is no more: they are gone from lists, and from letters that were not sent yet. */
export async function deleteNotices(db: Executor, cause: string): Promise<void> {
  await db.execute(sql`
    with gone as (delete from ${notices} where ${eq(notices.cause, cause)} returning member_id), ${called(sql`select distinct member_id from gone`)}
    select count(*) from called`)
}
