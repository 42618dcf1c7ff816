import { and, eq, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import {
  LOCK_ORDER,
  accountTokens,
  members,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  secondFactors,
  sessions,
} from '#db/tables/members.ts'
import { ERASED_EMAIL_DOMAIN } from '#shared/erased-address.ts'
import { isActiveOwner, roleColumn } from './accounts.queries.ts'

/** Selects everything that is stored about the account except hashes and secrets, for the member's data export. */
export function selectMemberAccount(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'members',
      rows: sql`select id, username, email, first_name, last_name, credentials_after_name, role, staff_role, invited_role, terms_version,
        terms_accepted_at, email_verified_at, created_at, locked_at, locked_because, deletion_due_at from members where id = ${id}`,
    },
    {
      name: 'sessions',
      rows: sql`select agent, network, confirmed_at, has_factor, created_at, last_used_at, expires_at from sessions
        where member_id = ${id} order by created_at`,
    },
    {
      name: 'account_tokens',
      rows: sql`select purpose, created_at, expires_at, used_at, way_on, data from account_tokens where member_id = ${id} order by created_at`,
    },
    {
      name: 'second_factors',
      rows: sql`select created_at, confirmed_at from second_factors where member_id = ${id}`,
    },
    { name: 'recovery_codes', rows: sql`select used_at from recovery_codes where member_id = ${id}` },
    {
      name: 'passkeys',
      rows: sql`select name, transports, created_at, last_used_at from passkeys where member_id = ${id} order by created_at`,
    },
    {
      name: 'passkey_challenges',
      rows: sql`select purpose, expires_at from passkey_challenges where member_id = ${id}`,
    },
  ]
}

export type Account = Pick<
  typeof members.$inferSelect,
  'id' | 'role' | 'username' | 'email' | 'firstName' | 'deletionDueAt' | 'erasedAt' | 'passwordHash'
>

const account = {
  id: members.id,
  role: members.role,
  username: members.username,
  email: members.email,
  firstName: members.firstName,
  deletionDueAt: members.deletionDueAt,
  erasedAt: members.erasedAt,
  passwordHash: members.passwordHash,
}

/**
 * Locks the member's row before erasing. Work in progress for the member finishes first, and no new work starts until
 * the transaction ends. If `otherId` is given, locks that member's row, too, always in the same order.
 */
export async function lockMemberRow(
  tx: Transaction,
  memberId: string,
  otherId: string | null = null,
): Promise<Account | undefined> {
  const ids = [memberId, ...(otherId === null ? [] : [otherId])]
  const rows = await tx
    .select(account)
    .from(members)
    .where(inArray(members.id, ids))
    .orderBy(...LOCK_ORDER)
    .for('update')
  return rows.find(({ id }) => id === memberId)
}

export async function findDeletion(db: Executor, memberId: string): Promise<Date | null> {
  const [row] = await db.select({ dueAt: members.deletionDueAt }).from(members).where(eq(members.id, memberId))
  return row?.dueAt ?? null
}

/** Schedules the deletion. Returns false if it was already requested. */
export async function scheduleDeletion(db: Executor, memberId: string, dueAt: Date): Promise<boolean> {
  const asked = await db
    .update(members)
    .set({ deletionDueAt: dueAt })
    .where(and(eq(members.id, memberId), isNull(members.deletionDueAt), isNull(members.erasedAt)))
    .returning({ id: members.id })
  return asked.length > 0
}

/** Cancels the deletion. Returns false if none was requested, or if the account has already been erased. */
export async function unscheduleDeletion(db: Executor, memberId: string): Promise<boolean> {
  const stopped = await db
    .update(members)
    .set({ deletionDueAt: null })
    .where(and(eq(members.id, memberId), isNotNull(members.deletionDueAt), isNull(members.erasedAt)))
    .returning({ id: members.id })
  return stopped.length > 0
}

export async function listDeletionsDue(db: Executor, now: Date): Promise<string[]> {
  const due = await db
    .select({ id: members.id })
    .from(members)
    .where(and(lte(members.deletionDueAt, now), isNull(members.erasedAt)))
    .orderBy(members.deletionDueAt)
  return due.map(({ id }) => id)
}

/** Lists those of these IDs whose accounts exist and are not erased. */
export async function listNotErased(db: Executor, memberIds: string[]): Promise<string[]> {
  // All IDs are passed as one array, because a statement can have only a limited number of parameters.
  const named = sql`any(${sql.param(memberIds)}::uuid[])`
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(sql`${members.id} = ${named}`, isNull(members.erasedAt)))
  return rows.map(({ id }) => id)
}

export async function isErased(db: Executor, memberId: string): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNotNull(members.erasedAt)))
  return rows.length > 0
}

export async function listPendingEmails(db: Executor, memberId: string): Promise<string[]> {
  const rows = await db
    .select({ data: accountTokens.data })
    .from(accountTokens)
    .where(and(eq(accountTokens.memberId, memberId), eq(accountTokens.purpose, 'change_email')))
  return rows.flatMap(({ data }) => data?.['newEmail'] ?? [])
}

/** Returns those of these lowercase addresses that other accounts have. */
export async function listEmailsOfOthers(db: Executor, memberId: string, emails: string[]): Promise<string[]> {
  if (emails.length === 0) return []
  const email = sql<string>`lower(${members.email})`
  const rows = await db
    .select({ email })
    .from(members)
    .where(and(ne(members.id, memberId), inArray(email, emails)))
  return rows.map((row) => row.email)
}

/** Whether this member is the only active owner. Until the transaction ends, no owner can be removed. */
export async function isLastOwner(tx: Transaction, memberId: string): Promise<boolean> {
  const owners = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(roleColumn, 'owner'), isActiveOwner))
    .orderBy(members.id)
    .for('update')
  const isOwner = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), eq(roleColumn, 'owner')))
  return isOwner.length > 0 && owners.every(({ id }) => id === memberId)
}

export async function listNetworks(db: Executor, memberId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ network: sessions.network })
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), ne(sessions.network, '')))
  return rows.map(({ network }) => network)
}

/** Keeps the member's row, but removes all personal data from it. */
export async function anonymizeAccount(tx: Transaction, memberId: string, erasedAt: Date): Promise<void> {
  await tx
    .update(members)
    .set({
      username: `erased-${memberId}`,
      email: `${memberId}@${ERASED_EMAIL_DOMAIN}`,
      firstName: '',
      lastName: '',
      credentialsAfterName: '',
      passwordHash: 'erased',
      role: 'learner',
      staffRole: null,
      invitedRole: null,
      invitedBy: null,
      termsVersion: null,
      termsAcceptedAt: null,
      emailVerifiedAt: null,
      lockedAt: null,
      lockedBecause: null,
      deletionDueAt: null,
      erasedAt,
    })
    .where(eq(members.id, memberId))
  for (const table of [sessions, accountTokens, secondFactors, recoveryCodes, passkeys, passkeyChallenges] as const)
    await tx.delete(table).where(eq(table.memberId, memberId))
}
