import { sql } from 'drizzle-orm'
import { LOCKS } from '#db/locks.ts'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { erasures } from '#db/tables/members.ts'
import { buildAddressPattern } from '#shared/address-pattern.ts'

/** A member's jobs that are pending or were completed in the last few days. */
export function selectMemberJobs(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'jobs',
      rows: sql`select name, state, created_on, completed_on, data from pgboss.job where data ->> 'memberId' = ${id}::text order by created_on`,
    },
  ]
}

/** Whether a running job uses this member's data, for example to send an email or issue a certificate. */
export async function hasRunningJob(tx: Transaction, memberId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ busy: boolean }>(sql`
    select exists (select from pgboss.job where state = 'active' and (
      data ->> 'memberId' = ${memberId}
      or data ->> 'purchaseId' in (select id::text from purchases where member_id = ${memberId}::uuid)
      or data ->> 'certificateId' in (select id from certificates where member_id = ${memberId}::uuid)
    )) as busy`)
  return rows[0]?.busy ?? false
}

/** Whether a job of this kind for this member is pending or running. */
export async function hasPendingJob(db: Executor, name: string, memberId: string): Promise<boolean> {
  const { rows } = await db.execute<{ waits: boolean }>(sql`
    select exists (
      select from pgboss.job where name = ${name} and state < 'completed' and data ->> 'memberId' = ${memberId}
    ) as waits`)
  return rows[0]?.waits ?? false
}

export async function deleteFailedJobs(tx: Transaction, name: string, memberId: string): Promise<void> {
  await tx.execute(
    sql`delete from pgboss.job where source_name = ${name} and state < 'active' and data ->> 'memberId' = ${memberId}`,
  )
}

/**
 * Deletes jobs, completed or pending, that are only for this member or contain the address. Keeps payment jobs, which
 * name no one.
 */
export async function deleteMemberJobs(tx: Transaction, { id, email }: { id: string; email: string }): Promise<void> {
  await tx.execute(sql`
    delete from pgboss.job where state <> 'active' and (
      data ->> 'memberId' = ${id}
      or data ->> 'certificateId' in (select id from certificates where member_id = ${id}::uuid)
      or (position(lower(${email}::text) in lower(data::text)) > 0 and exists (
        select from jsonb_path_query(data, 'strict $.**') as found (said)
        where jsonb_typeof(said) = 'string' and said #>> '{}' ~* ${buildAddressPattern(email)}::text
      ))
    )`)
}

/**
 * Deletes jobs with personal values that have completed, or that failed permanently and were created before this time.
 * The value is `sealed` or, in jobs of an earlier version, `network`.
 */
export async function deletePersonalJobs(db: Executor, givenUpBefore: Date): Promise<void> {
  await db.execute(sql`
    delete from pgboss.job where data ?| array['sealed', 'network'] and (
      state >= 'completed'
      or (source_name is not null and state < 'active' and created_on < ${givenUpBefore.toISOString()}::timestamptz)
    )`)
}

export async function insertErasure(tx: Transaction, memberId: string, erasedAt: Date): Promise<void> {
  await tx.insert(erasures).values({ memberId, erasedAt }).onConflictDoNothing()
}

/**
 * All erased members that this database knows; locks them until the transaction ends, so that the list can be written.
 */
export async function lockErasedMembers(tx: Transaction): Promise<string[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.listingErased})`)
  const rows = await tx.select({ id: erasures.memberId }).from(erasures)
  return rows.map(({ id }) => id)
}
