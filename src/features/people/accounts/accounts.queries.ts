import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { LOCK_ORDER, members } from '#db/tables/members.ts'
import { cleanLogin } from '#shared/login-name.ts'
import type { Role, StaffRole } from '#shared/policy.ts'
import { NO_PASSWORD } from './accounts.rules.ts'

/** The member's role. Staff whose row is older than staff roles are owners. */
export const roleColumn = sql<Role>`case when ${members.role} = 'staff' then coalesce(${members.staffRole}::text, 'owner') else 'learner' end`

/** The current role or the role in an invitation, because support may not change invited staff, either. */
export const currentOrInvitedRole = sql<Role>`coalesce(${members.invitedRole}::text, ${roleColumn})`

export function toRoleColumns(role: Role) {
  return role === 'learner'
    ? ({ role, staffRole: null, invitedRole: null } as const)
    : ({ role: 'staff', staffRole: role, invitedRole: null } as const)
}

export const hasUsername = (username: string) => sql`lower(${members.username}) = lower(${username})`
export const hasEmail = (email: string) => sql`lower(${members.email}) = lower(${email})`

const profile = {
  id: members.id,
  username: members.username,
  email: members.email,
  firstName: members.firstName,
  lastName: members.lastName,
  credentialsAfterName: members.credentialsAfterName,
}

export type Profile = {
  id: string
  username: string
  email: string
  firstName: string
  lastName: string
  credentialsAfterName: string
}

export async function findMember(db: Executor, id: string): Promise<Profile | undefined> {
  const [member] = await db.select(profile).from(members).where(eq(members.id, id))
  return member
}

export async function findMemberId(db: Executor, typed: string): Promise<string | undefined> {
  const usernameOrEmail = cleanLogin(typed)
  const isEmail = usernameOrEmail.includes('@')
  const [member] = await db
    .select({ id: members.id })
    .from(members)
    .where(isEmail ? hasEmail(usernameOrEmail) : hasUsername(usernameOrEmail))
  return member?.id
}

export async function setMemberName(
  db: Executor,
  id: string,
  name: { firstName: string; lastName: string; credentialsAfterName: string },
): Promise<Profile | undefined> {
  const [member] = await db.update(members).set(name).where(eq(members.id, id)).returning(profile)
  return member
}

const credentials = {
  id: members.id,
  email: members.email,
  passwordHash: members.passwordHash,
  emailVerifiedAt: members.emailVerifiedAt,
  lockedAt: members.lockedAt,
  lockedBecause: members.lockedBecause,
}

/** Finds a member by username or email address. Usernames never contain `@`, and email addresses always do. */
export async function findByLogin(db: Executor, usernameOrEmail: string) {
  const isEmail = usernameOrEmail.includes('@')
  const [member] = await db
    .select(credentials)
    .from(members)
    .where(isEmail ? hasEmail(usernameOrEmail) : hasUsername(usernameOrEmail))
  return member
}

export async function findByEmail(db: Executor, email: string) {
  const [member] = await db
    .select({
      id: members.id,
      email: members.email,
      emailVerifiedAt: members.emailVerifiedAt,
      accessVersion: members.accessVersion,
    })
    .from(members)
    .where(hasEmail(email))
  return member
}

/** Whether the member needs a link to log in. False for invited staff, because it would end their invitation. */
export const needsFirstLink = sql<boolean>`(${members.emailVerifiedAt} is null and ${members.invitedRole} is null)`

/** Whether the account has a password. If staff created it, it has none until the member chooses one. */
export const hasPassword = sql<boolean>`${members.passwordHash} <> ${NO_PASSWORD}`

export async function findMailbox(db: Executor, id: string) {
  const [member] = await selectMailbox(db, id)
  return member
}

/** Does the same as `findMailbox` and locks the row, so that a stored link goes to the current address. */
export async function lockMailbox(tx: Transaction, id: string) {
  const [member] = await selectMailbox(tx, id).for('update')
  return member
}

function selectMailbox(db: Executor, id: string) {
  const { emailVerifiedAt, lockedAt, erasedAt, accessVersion, invitedRole } = members
  return db
    .select({ ...profile, emailVerifiedAt, lockedAt, erasedAt, accessVersion, hasPassword, invitedRole })
    .from(members)
    .where(eq(members.id, id))
}

/** Finds the members with this username or email address: none, one, or two different ones. */
export async function findHolders(db: Executor, { username, email }: { username: string; email: string }) {
  return db
    .select({
      id: members.id,
      role: roleColumn,
      hasUsername: sql<boolean>`${hasUsername(username)}`,
      hasEmail: sql<boolean>`${hasEmail(email)}`,
    })
    .from(members)
    .where(or(hasUsername(username), hasEmail(email)))
}

/** Inserts a member. Returns undefined if a unique index shows that the username or email address is taken. */
export async function insertMember(db: Executor, member: typeof members.$inferInsert): Promise<string | undefined> {
  const [row] = await db.insert(members).values(member).onConflictDoNothing().returning({ id: members.id })
  return row?.id
}

/** Inserts members, without those whose username or email address is taken. */
export async function insertMembers(db: Executor, many: (typeof members.$inferInsert)[]) {
  const { id, username } = members
  return db.insert(members).values(many).onConflictDoNothing().returning({ id, username })
}

type Holder = { id: string; email: string; needsLink: boolean; isLocked: boolean }

/** Lists members by email address. The addresses must be in lowercase. */
export async function listMembersByEmail(db: Executor, emails: string[]): Promise<Holder[]> {
  const { rows } = await db.execute<Holder>(
    sql`select id, lower(email) as email, ${needsFirstLink} as "needsLink", locked_at is not null as "isLocked"
      from ${members} where lower(email) = any(${sql.param(emails)}::text[])`,
  )
  return rows
}

/** Lists which of these usernames are taken. They must be in lowercase. */
export async function listTakenUsernames(db: Executor, usernames: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ username: string }>(
    sql`select lower(username) as username from ${members} where lower(username) = any(${sql.param(usernames)}::text[])`,
  )
  return rows.map(({ username }) => username)
}

type Invitation = { role: StaffRole | null; by: string | null }
/** Stores which staff role a learner gets by accepting an invitation, and who invited them. */
export async function setInvitedRole(db: Executor, id: string, { role, by }: Invitation): Promise<void> {
  const invitedBy = sql`array_remove(array_append(case when ${members.invitedRole} is not null then ${members.invitedBy} end, ${by}::uuid), null)`
  await db.update(members).set({ invitedRole: role, invitedBy }).where(eq(members.id, id))
}

/** Gives the member the role in the invitation. Returns false if the invitation was withdrawn or has another role. */
export async function acceptInvitedRole(db: Executor, id: string, role: StaffRole): Promise<boolean> {
  const accepted = await db
    .update(members)
    .set(toRoleColumns(role))
    .where(and(eq(members.id, id), eq(members.invitedRole, role)))
    .returning({ id: members.id })
  return accepted.length > 0
}

/** Marks the email address as verified. Returns false if it already was. */
export async function markEmailVerified(db: Executor, id: string, now: Date): Promise<boolean> {
  const marked = await db
    .update(members)
    .set({ emailVerifiedAt: now })
    .where(and(eq(members.id, id), sql`${members.emailVerifiedAt} is null`))
    .returning({ id: members.id })
  return marked.length > 0
}

/** Finds what a login is checked against and what a new password must not resemble. */
export async function findCredentials(db: Executor, id: string) {
  const [member] = await db
    .select({ username: members.username, email: members.email, passwordHash: members.passwordHash })
    .from(members)
    .where(eq(members.id, id))
  return member
}

/** Replaces the password hash. Returns false if it is no longer `before`. */
export async function replacePasswordHash(
  db: Executor,
  id: string,
  { before, passwordHash }: { before: string; passwordHash: string },
): Promise<boolean> {
  const replaced = await db
    .update(members)
    .set({ passwordHash })
    .where(and(eq(members.id, id), eq(members.passwordHash, before), isNull(members.lockedAt)))
    .returning({ id: members.id })
  return replaced.length > 0
}

export async function setPasswordHash(db: Executor, id: string, passwordHash: string): Promise<void> {
  await db.update(members).set({ passwordHash }).where(eq(members.id, id))
}

/** Locks the account. If it is already locked, updates the reason. Waits until a login in progress has finished. */
export async function setLocked(
  db: Executor,
  id: string,
  { at, because }: { at: Date; because: string },
): Promise<void> {
  await db
    .update(members)
    .set({ lockedAt: sql`coalesce(${members.lockedAt}, ${at.toISOString()}::timestamptz)`, lockedBecause: because })
    .where(eq(members.id, id))
}

export async function setUnlocked(db: Executor, id: string): Promise<boolean> {
  const unlocked = await db
    .update(members)
    .set({ lockedAt: null, lockedBecause: null })
    .where(and(eq(members.id, id), isNotNull(members.lockedAt)))
    .returning({ id: members.id })
  return unlocked.length > 0
}

/** Selects owners whose address is verified, who are not locked, and whose account will not be deleted. */
export const isActiveOwner = and(
  isNotNull(members.emailVerifiedAt),
  isNull(members.lockedAt),
  isNull(members.deletionDueAt),
  isNull(members.erasedAt),
)

/**
 * Locks this member's row and those of all staff until the transaction ends, so that role changes wait. Doesn't block
 * rows that refer to them, such as a new grant, because those don't depend on the role.
 */
export async function lockStaffAndMember(db: Executor, id: string) {
  return db
    .select({
      id: members.id,
      role: roleColumn,
      invitedRole: members.invitedRole,
      isVerified: sql<boolean>`${members.emailVerifiedAt} is not null`,
      isLocked: sql<boolean>`${members.lockedAt} is not null`,
      canStay: sql<boolean>`${isActiveOwner}`,
    })
    .from(members)
    .where(or(eq(members.role, 'staff'), eq(members.id, id)))
    .orderBy(...LOCK_ORDER)
    .for('no key update')
}

export async function setRole(db: Executor, id: string, role: Role): Promise<void> {
  await db.update(members).set(toRoleColumns(role)).where(eq(members.id, id))
}

/** Locks the member's row. Returns false if the password hash has changed or the account is locked. */
export async function lockPasswordHash(tx: Executor, id: string, passwordHash: string): Promise<boolean> {
  const held = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, id), eq(members.passwordHash, passwordHash), isNull(members.lockedAt)))
    .for('share')
  return held.length > 0
}

/** Finds everything that decides whether the member may log in, no matter which credentials they used. */
export async function findLoginState(db: Executor, id: string) {
  const { passwordHash, email, emailVerifiedAt, lockedAt, lockedBecause, erasedAt } = members
  const [member] = await db
    .select({ passwordHash, email, emailVerifiedAt, lockedAt, lockedBecause, erasedAt })
    .from(members)
    .where(eq(members.id, id))
  return member
}

/**
 * Sets the email address and marks it as verified, because the member used a link in that mailbox. Ends a pending staff
 * invitation, which was for the earlier address. Fails if another account has the address (unique index).
 */
export async function setEmail(db: Executor, memberId: string, email: string, now: Date): Promise<void> {
  const emailVerifiedAt = sql`coalesce(${members.emailVerifiedAt}, ${now.toISOString()}::timestamptz)`
  await db.update(members).set({ email, emailVerifiedAt, invitedRole: null }).where(eq(members.id, memberId))
}
