import { and, desc, eq, isNotNull, isNull, ne, sql, type SQLWrapper } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { isPass } from '#db/is-pass.ts'
import { lockByName } from '#db/locks.ts'
import { courses, products } from '#db/tables/catalog.ts'
import { members } from '#db/tables/members.ts'
import type { ContactHours, LicenseSnapshot } from '#shared/contact-hours.ts'
import { certificates, examAttempts } from '#db/tables/study.ts'
import type { ExamDescription } from '#shared/exam-description.ts'
import { ownedBy } from '#features/foundation/ownership/ownership.public.ts'
import { claimColumns, examinedColumns, summarizeExam, isSigned } from './certificate-contents.queries.ts'

type NewCertificate = typeof certificates.$inferInsert

export async function findMemberCertificate(
  db: Executor,
  memberId: string,
  courseId: string,
): Promise<{ id: string; issuedAt: Date; revokedAt: Date | null } | undefined> {
  const [standing] = await db
    .select({ id: certificates.id, issuedAt: certificates.issuedAt, revokedAt: certificates.revokedAt })
    .from(certificates)
    .where(and(eq(certificates.memberId, memberId), eq(certificates.courseId, courseId)))
  return standing
}

/**
 * Locked by everything that issues or restores this certificate, and by everything that ends access and therefore
 * revokes it, so that whichever transaction commits second sees the result of the first.
 */
export async function lockCertificate(tx: Transaction, memberId: string, courseId: string): Promise<void> {
  await lockByName(tx, `certificate ${memberId} ${courseId}`)
}

/** False, without storing anything, if the member already has a certificate for the course. */
export async function insertCertificateOnce(db: Executor, certificate: NewCertificate): Promise<boolean> {
  const { id } = certificates
  const stored = await db.insert(certificates).values(certificate).onConflictDoNothing().returning({ id })
  return stored.length === 1
}

export type Certificate = {
  id: string
  memberId: string
  courseId: string
  printedName: string
  courseName: string
  /** Null if the course had no exam, like `examined`. */
  passedAt: Date | null
  completedAt: Date | null
  issuedAt: Date
  examined: ExamDescription | null
  contactHours: ContactHours | null
  licenses: LicenseSnapshot[] | null
  revokedAt: Date | null
  revokedReason: string | null
}

export async function findCertificate(db: Executor, id: string): Promise<Certificate | undefined> {
  const [found] = await db
    .select({
      id: certificates.id,
      memberId: certificates.memberId,
      courseId: certificates.courseId,
      printedName: certificates.printedName,
      courseName: certificates.courseName,
      ...claimColumns,
      issuedAt: certificates.issuedAt,
      examination: examinedColumns,
      contactHours: certificates.contactHours,
      licenses: certificates.licenses,
      revokedAt: certificates.revokedAt,
      revokedReason: certificates.revokedReason,
    })
    .from(certificates)
    .leftJoin(examAttempts, eq(examAttempts.id, certificates.attemptId))
    .where(eq(certificates.id, id))
  if (!found) return undefined
  const { examination, ...certificate } = found
  return { ...certificate, examined: summarizeExam(examination) }
}

/**
 * The exact ID if it exists; otherwise, IDs that differ only in capitalization or in characters that look alike (O and
 * 0; I, l, and 1).
 */
export async function listSimilarCertificateIds(db: Executor, id: string): Promise<string[]> {
  if ((await db.$count(certificates, eq(certificates.id, id))) > 0) return [id]
  const fold = (text: SQLWrapper) => sql`translate(lower(${text}), 'oil', '011')`
  const found = await db
    .select({ id: certificates.id })
    .from(certificates)
    .where(
      and(sql`length(${certificates.id}) = ${id.length}`, sql`${fold(certificates.id)} = ${fold(sql`${id}::text`)}`),
    )
    .limit(2)
  return found.map((row) => row.id)
}

type CertificateKey = { id: string } | { memberId: string; courseId: string }

/**
 * Undefined if there is no such valid certificate. A certificate that was already revoked keeps its time and reason.
 * For an erased member, no reason is stored.
 */
export async function markRevoked(
  db: Executor,
  named: CertificateKey,
  { revokedAt, revokedReason }: { revokedAt: Date; revokedReason: string },
): Promise<Pick<Certificate, 'id' | 'courseName'> | undefined> {
  const { id, memberId, courseId } = certificates
  const which = 'id' in named ? eq(id, named.id) : and(eq(memberId, named.memberId), eq(courseId, named.courseId))
  const [revoked] = await db
    .update(certificates)
    // A reason might identify the holder, so erased members have none.
    .set({
      revokedAt,
      revokedReason: sql`case when ${certificates.printedName} = '' then null else ${revokedReason}::text end`,
    })
    .where(and(which, isNull(certificates.revokedAt)))
    .returning({ id, courseName: certificates.courseName })
  return revoked
}

/** Updates the name on a member's valid certificates; returns the IDs of those that changed. */
export async function updatePrintedName(db: Executor, memberId: string, name: string): Promise<string[]> {
  const { printedName, revokedAt, id } = certificates
  const printed = await db
    .update(certificates)
    .set({ printedName: name })
    .where(and(eq(certificates.memberId, memberId), isNull(revokedAt), ne(printedName, name)))
    .returning({ id })
  return printed.map((certificate) => certificate.id)
}

/** The stored licenses, or null; the row is locked until the transaction ends. */
export async function lockLicenses(tx: Transaction, id: string): Promise<LicenseSnapshot[] | null> {
  const { licenses } = certificates
  const [found] = await tx.select({ licenses }).from(certificates).where(eq(certificates.id, id)).for('update')
  return found?.licenses ?? null
}

/** Stores licenses sorted by state and profession, as when a certificate is issued. */
export async function setLicenses(tx: Transaction, id: string, snapshots: readonly LicenseSnapshot[]): Promise<void> {
  const order = ({ state, profession }: LicenseSnapshot) => `${state} ${profession}`
  const licenses = snapshots.toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
  await tx.update(certificates).set({ licenses }).where(eq(certificates.id, id))
}

export async function markValid(db: Executor, id: string): Promise<boolean> {
  const restored = await db
    .update(certificates)
    .set({ revokedAt: null, revokedReason: null })
    .where(and(eq(certificates.id, id), isNotNull(certificates.revokedAt)))
    .returning({ id: certificates.id })
  return restored.length === 1
}

export async function findCourseTitle(db: Executor, courseId: string): Promise<string | undefined> {
  const [course] = await db.select({ title: products.title }).from(products).where(eq(products.id, courseId))
  return course?.title
}

type EarnedRow = { courseSlug: string; courseName: string; passedAt: string; hasExam: boolean }

/**
 * Courses that the member has access to, whose exam they passed or, if they give certificates without an exam, whose
 * lectures they completed, and for which they never had a certificate, newest first.
 */
function selectEarnedCertificates(memberId: string) {
  return sql<EarnedRow[]>`(
    select coalesce(json_agg(earned order by earned."passedAt" desc, earned."courseSlug"), '[]') from (
      select ${products.slug} as "courseSlug", ${products.title} as "courseName", min(${examAttempts.createdAt}) as "passedAt", true as "hasExam"
      from ${examAttempts} join ${products} on ${products.id} = ${examAttempts.courseId}
      where ${examAttempts.memberId} = ${memberId} and ${isPass} and ${ownedBy(memberId)} and not exists (
        select 1 from ${certificates} had where had.member_id = ${examAttempts.memberId} and had.course_id = ${examAttempts.courseId}
      )
      group by ${products.id}
      union all
      select ${products.slug}, ${products.title}, max(c.completed_at), false
      from ${courses} join ${products} on ${products.id} = ${courses.productId}
        join lectures l on l.course_id = ${courses.productId} and l.retired_at is null
        left join lecture_completions c on c.lecture_id = l.id and c.member_id = ${memberId}
      where ${courses.exam} = 'none' and ${courses.isCompletionCertificate} and ${ownedBy(memberId)} and not exists (
        select 1 from ${certificates} had where had.member_id = ${memberId} and had.course_id = ${courses.productId}
      ) and not exists (
        select 1 from ${examAttempts} where ${examAttempts.memberId} = ${memberId} and ${examAttempts.courseId} = ${courses.productId} and ${isPass}
      )
      group by ${products.id} having count(l.id) = count(c.completed_at)
    ) earned
  )`
}

/**
 * The member's email with each certificate, newest first; one row without a certificate if there are none. Every row
 * also lists all earned certificates.
 */
export function listMemberCertificates(db: Executor, memberId: string) {
  const { id, courseName, issuedAt, completedAt, attemptId, revokedAt } = certificates
  return db
    .select({
      email: members.email,
      earned: selectEarnedCertificates(memberId),
      courseSlug: products.slug,
      certificate: { id, courseName, issuedAt, completedAt, attemptId, revokedAt, isSigned },
    })
    .from(members)
    .leftJoin(certificates, and(eq(certificates.memberId, members.id), ne(certificates.printedName, '')))
    .leftJoin(products, eq(products.id, certificates.courseId))
    .where(eq(members.id, memberId))
    .orderBy(desc(issuedAt), id)
}
