import { and, eq } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { certificates, examAttempts } from '#db/tables/study.ts'

/** The course of this member's certificate; undefined if it is someone else's or doesn't exist. */
export async function findCertificateCourse(
  db: Executor,
  memberId: string,
  certificateId: string,
): Promise<
  { courseName: string; completedAt: Date | null; passedAt: Date | null; revokedAt: Date | null } | undefined
> {
  const { id, memberId: holder, courseName, completedAt, revokedAt } = certificates
  const passedAt = examAttempts.createdAt
  const [found] = await db
    .select({ courseName, completedAt, passedAt, revokedAt })
    .from(certificates)
    .leftJoin(examAttempts, eq(examAttempts.id, certificates.attemptId))
    .where(and(eq(id, certificateId), eq(holder, memberId)))
  return found
}
