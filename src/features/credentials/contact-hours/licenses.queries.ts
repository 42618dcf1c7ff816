import { and, asc, count, eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { licenses } from '#db/tables/licenses.ts'

const { id, state, profession, number } = licenses

export function listMemberLicenses(db: Executor, memberId: string) {
  return db
    .select({ id, state, profession, number })
    .from(licenses)
    .where(eq(licenses.memberId, memberId))
    .orderBy(asc(state), asc(profession))
}

export async function countLicenses(db: Executor, memberId: string): Promise<number> {
  const [counted] = await db.select({ many: count() }).from(licenses).where(eq(licenses.memberId, memberId))
  return counted?.many ?? 0
}

type NewLicense = Pick<typeof licenses.$inferInsert, 'memberId' | 'state' | 'profession' | 'number' | 'givenAt'>

export async function saveLicense(db: Executor, license: NewLicense): Promise<void> {
  const { number: given, givenAt } = license
  await db
    .insert(licenses)
    .values(license)
    .onConflictDoUpdate({ target: [licenses.memberId, state, profession], set: { number: given, givenAt } })
}

/** False if the member has no such license. */
export async function deleteLicense(db: Executor, memberId: string, licenseId: string): Promise<boolean> {
  const gone = await db
    .delete(licenses)
    .where(and(eq(licenses.memberId, memberId), eq(id, licenseId)))
    .returning({ id })
  return gone.length === 1
}

export function licensesOfMember(memberId: string): MemberRows[] {
  return [
    {
      name: 'licenses',
      rows: sql`select state, profession, number, given_at from licenses where member_id = ${formatIdLiteral(memberId)} order by state, profession`,
    },
  ]
}

/** Deletes an erased member's licenses. Records that the law requires must be encrypted first. */
export async function eraseLicenses(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(licenses).where(eq(licenses.memberId, memberId))
}
