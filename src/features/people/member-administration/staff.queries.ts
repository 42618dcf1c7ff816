import { and, asc, eq, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { members } from '#db/tables/members.ts'
import { roleColumn, NO_PASSWORD } from '#features/people/accounts/member-columns.public.ts'

// Inner queries name their tables explicitly: Drizzle drops table names in single-table queries.

/** Earlier versions created staff accounts with an unknown random password, which does not count. */
const hasChosenPassword = sql<boolean>`(members.password_hash <> ${NO_PASSWORD} and (exists (select from sessions s where s.member_id = members.id)
  or exists (select from audit_events e where e.member_id = members.id and e.kind = 'password.changed')
  or not exists (select from audit_events e where e.member_id = members.id and e.kind = 'account.made_staff' and e.before is null)))`

const hasFactor = sql<boolean>`(exists (select from passkeys p where p.member_id = members.id)
  or exists (select from second_factors f where f.member_id = members.id and f.confirmed_at is not null))`

const lastSeenAt = sql<
  string | null
>`(select to_json(max(s.last_used_at))#>>'{}' from sessions s where s.member_id = members.id)`

const fields = {
  id: members.id,
  username: members.username,
  email: members.email,
  firstName: members.firstName,
  lastName: members.lastName,
  role: roleColumn,
  lockedAt: members.lockedAt,
  hasChosen: hasChosenPassword.as('has_chosen'),
}

/** By name. */
export function listStaff(db: Executor) {
  return db
    .select({ ...fields, hasFactor: hasFactor.as('has_factor'), lastSeenAt: lastSeenAt.as('last_seen_at') })
    .from(members)
    .where(eq(members.role, 'staff'))
    .orderBy(asc(sql`lower(${members.username})`))
}

/** Locks the account until the transaction ends. */
export async function lockInvitee(db: Executor, id: string) {
  const [member] = await db
    .select(fields)
    .from(members)
    .where(and(eq(members.id, id), eq(members.role, 'staff')))
    .for('update')
  return member
}
