import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { members } from '#db/tables/members.ts'
import { currentOrInvitedRole } from '#features/people/accounts/member-columns.public.ts'

// The inner queries name their tables explicitly, because Drizzle omits table names in queries of a single table.

const hasFactor = sql<boolean>`(exists (select from passkeys p where p.member_id = members.id)
  or exists (select from second_factors f where f.member_id = members.id and f.confirmed_at is not null))`

const lastSeenAt = sql<
  string | null
>`(select to_json(max(s.last_used_at))#>>'{}' from sessions s where s.member_id = members.id)`

/** Lists staff and invited staff by name. */
export function listStaff(db: Executor) {
  return db
    .select({
      id: members.id,
      username: members.username,
      email: members.email,
      firstName: members.firstName,
      lastName: members.lastName,
      role: currentOrInvitedRole,
      lockedAt: members.lockedAt,
      isInvited: sql<boolean>`${members.invitedRole} is not null`.as('is_invited'),
      hasFactor: hasFactor.as('has_factor'),
      lastSeenAt: lastSeenAt.as('last_seen_at'),
    })
    .from(members)
    .where(or(eq(members.role, 'staff'), isNotNull(members.invitedRole)))
    .orderBy(asc(sql`lower(${members.username})`))
}

/** Locks the account until the transaction ends. Returns undefined if the member is neither staff nor invited. */
export async function lockInvitee(db: Executor, id: string) {
  const [member] = await db
    .select({
      invitedRole: members.invitedRole,
      lockedAt: members.lockedAt,
    })
    .from(members)
    .where(and(eq(members.id, id), or(eq(members.role, 'staff'), isNotNull(members.invitedRole))))
    .for('update')
  return member
}
