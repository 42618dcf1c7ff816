import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { findCourse, listResults, type ResultFilter } from './results.queries.ts'

export type ExamResultRow = Awaited<ReturnType<typeof listResults>>[number]

/**
 * Who passed or failed a course's exam, most recent attempt first, and whether there are more. Throws `not_found`.
 */
export async function listCourseResults(
  { db }: Pick<Deps, 'db'>,
  slug: string,
  { only, limit }: Pick<ResultFilter, 'only' | 'limit'>,
): Promise<{ title: string; results: ExamResultRow[]; isMore: boolean }> {
  const course = await findCourse(db, slug)
  if (!course) throw new AppError('not_found', `There is no course '${slug}'. Use the last part of its web address.`)
  const found = await listResults(db, { courseId: course.id, only, limit: limit + 1 })
  return { title: course.title, results: found.slice(0, limit), isMore: found.length > limit }
}

export function listMemberResults({ db }: Pick<Deps, 'db'>, memberId: string): Promise<ExamResultRow[]> {
  return listResults(db, { memberId, limit: 100 })
}
