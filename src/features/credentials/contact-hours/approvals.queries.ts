import { eq } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { approvals } from '#db/tables/approvals.ts'
import type { Approval } from '#shared/contact-hours.ts'

export async function findApproval(db: Executor, courseId: string): Promise<Approval | null> {
  const [found] = await db.select().from(approvals).where(eq(approvals.courseId, courseId))
  if (!found) return null
  const { courseId: _course, ...approval } = found
  return approval
}

/** Passing undefined removes the approval. */
export async function saveApproval(tx: Executor, courseId: string, approval: Approval | undefined): Promise<void> {
  if (!approval) await tx.delete(approvals).where(eq(approvals.courseId, courseId))
  else
    await tx
      .insert(approvals)
      .values({ courseId, ...approval })
      .onConflictDoUpdate({ target: approvals.courseId, set: approval })
}
