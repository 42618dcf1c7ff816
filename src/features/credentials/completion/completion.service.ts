import type { Executor } from '#db/open-database.ts'
import { findApproval } from '#features/credentials/contact-hours/approvals.public.ts'
import { findChosenRule, listLectureStatuses, type MemberCourse } from './completion.queries.ts'
import { computeCompletion, type CourseCompletion } from './completion.rules.ts'

/** Which lectures the member's certificate or exam requires, and which of them are completed. */
export async function getCompletion(db: Executor, whose: MemberCourse): Promise<CourseCompletion> {
  const chosen = await findChosenRule(db, whose)
  const approval = await findApproval(db, whose.courseId)
  return computeCompletion(chosen, approval, await listLectureStatuses(db, whose))
}
