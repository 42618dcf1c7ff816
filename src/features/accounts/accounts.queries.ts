import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { members } from '#db/tables/members.ts'

const hasUsername = (username: string) => sql`lower(${members.username}) = lower(${username})`
const hasEmail = (email: string) => sql`lower(${members.email}) = lower(${email})`

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

export async function findMemberId(db: Executor, usernameOrEmail: string): Promise<string | undefined> {
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
}

/** No username contains an `@`, every e-mail address does. */
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
    .select({ id: members.id, email: members.email, emailVerifiedAt: members.emailVerifiedAt })
    .from(members)
    .where(hasEmail(email))
  return member
}

/** Where a member's mail goes, and whether he has shown that it is his. */
export async function findMailbox(db: Executor, id: string) {
  const [member] = await db
    .select({ email: members.email, emailVerifiedAt: members.emailVerifiedAt })
    .from(members)
    .where(eq(members.id, id))
  return member
}

/** Everybody who has the username or the e-mail address: none, one, or two different members. */
export async function findHolders(db: Executor, { username, email }: { username: string; email: string }) {
  return db
    .select({
      id: members.id,
      role: members.role,
      hasUsername: sql<boolean>`${hasUsername(username)}`,
      hasEmail: sql<boolean>`${hasEmail(email)}`,
    })
    .from(members)
    .where(or(hasUsername(username), hasEmail(email)))
}

/** Undefined when the username or the address is taken: the unique indexes settle any race. */
export async function insertMember(db: Executor, member: typeof members.$inferInsert): Promise<string | undefined> {
  const [row] = await db.insert(members).values(member).onConflictDoNothing().returning({ id: members.id })
  return row?.id
}

/** False when the member is staff already. */
export async function makeStaff(db: Executor, id: string): Promise<boolean> {
  const made = await db
    .update(members)
    .set({ role: 'staff' })
    .where(and(eq(members.id, id), ne(members.role, 'staff')))
    .returning({ id: members.id })
  return made.length > 0
}

/** False when it was verified before. */
export async function markEmailVerified(db: Executor, id: string, now: Date): Promise<boolean> {
  const marked = await db
    .update(members)
    .set({ emailVerifiedAt: now })
    .where(and(eq(members.id, id), sql`${members.emailVerifiedAt} is null`))
    .returning({ id: members.id })
  return marked.length > 0
}

export async function setPasswordHash(db: Executor, id: string, passwordHash: string): Promise<void> {
  await db.update(members).set({ passwordHash }).where(eq(members.id, id))
}
