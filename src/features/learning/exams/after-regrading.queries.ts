import { and, eq } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { examAttempts } from '#db/tables/study.ts'

export type MemberCourse = { memberId: string; courseId: string }

const { memberId, courseId, isToFollow } = examAttempts

/** Members who passed because of a regrade and have not yet had a follow-up. */
export function listPendingFollowUps(db: Executor): Promise<MemberCourse[]> {
  return db
    .selectDistinct({ memberId, courseId })
    .from(examAttempts)
    .where(eq(isToFollow, true))
    .orderBy(courseId, memberId)
}

/** False if the member has already had their follow-up. */
export async function markFollowedUp(tx: Transaction, whose: MemberCourse): Promise<boolean> {
  const followed = await tx
    .update(examAttempts)
    .set({ isToFollow: false })
    .where(and(eq(memberId, whose.memberId), eq(courseId, whose.courseId), eq(isToFollow, true)))
    .returning({ id: examAttempts.id })
  return followed.length > 0
}
