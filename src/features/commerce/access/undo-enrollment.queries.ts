import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { bulkEnrollments, grants } from '#db/tables/grants.ts'
import { NO_PASSWORD } from '#features/people/accounts/member-columns.public.ts'

export type RecentEnrollment = { id: string; productId: string; title: string; createdAt: Date; people: number }

/** Lists enrollments of many people that can be undone, newest first, with how many have access from them. */
export function listRecentEnrollments(db: Executor, since: Date): Promise<RecentEnrollment[]> {
  const { id, createdAt, productId, undoneAt } = bulkEnrollments
  return db
    .select({ id, productId, title: products.title, createdAt, people: sql<number>`count(*)::int` })
    .from(bulkEnrollments)
    .innerJoin(products, eq(products.id, productId))
    .innerJoin(grants, and(eq(grants.bulkEnrollmentId, id), isNull(grants.revokedAt)))
    .where(and(gt(createdAt, since), isNull(undoneAt)))
    .groupBy(id, products.id)
    .orderBy(sql`${createdAt} desc`, id)
    .limit(20)
}

/** Marks an enrollment as undone. Returns undefined if it was undone before, or is not newer than `since`. */
export async function markUndone(db: Executor, enrollmentId: string, { since, now }: { since: Date; now: Date }) {
  const { id, createdAt, productId, undoneAt } = bulkEnrollments
  const [undone] = await db
    .update(bulkEnrollments)
    .set({ undoneAt: now })
    .from(products)
    .where(and(eq(id, enrollmentId), eq(products.id, productId), gt(createdAt, since), isNull(undoneAt)))
    .returning({ createdAt, slug: products.slug, title: products.title })
  return undone
}

/**
 * Ends the access that an enrollment gave, except to members who have used the academy since `usedSince`. Returns the
 * members who lost it.
 */
export async function endUnusedGrants(
  db: Executor,
  { enrollmentId, usedSince, now }: { enrollmentId: string; usedSince: Date; now: Date },
): Promise<string[]> {
  const ofMember = sql`member_id = ${grants.memberId}`
  const since = sql`${usedSince.toISOString()}::timestamptz`
  const ended = await db
    .update(grants)
    .set({ revokedAt: now })
    .where(
      and(
        eq(grants.bulkEnrollmentId, enrollmentId),
        isNull(grants.revokedAt),
        sql`not exists (select from sessions where ${ofMember} and last_used_at >= ${since})`,
        // Logging out deletes the session, but not what was studied.
        sql`not exists (select from playback_positions where ${ofMember} and updated_at >= ${since})`,
        sql`not exists (select from lecture_completions where ${ofMember} and completed_at >= ${since})`,
        // To log in, someone whose account was created by the enrollment has chosen a password.
        sql`not exists (select from members join ${bulkEnrollments} on ${bulkEnrollments.id} = ${enrollmentId}
          where members.id = ${grants.memberId} and members.created_at >= ${bulkEnrollments.createdAt} and password_hash <> ${NO_PASSWORD})`,
        sql`not exists (select from exam_papers where ${ofMember} and opened_at >= ${since})`,
      ),
    )
    .returning({ id: grants.memberId })
  return ended.map(({ id }) => id)
}

/** Lists the email addresses of members who still have access from an enrollment. */
export async function listRetained(db: Executor, enrollmentId: string): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from members join ${grants} on ${grants.memberId} = members.id
    where ${grants.bulkEnrollmentId} = ${enrollmentId} and ${grants.revokedAt} is null order by lower(email)`)
  return rows.map(({ email }) => email)
}
