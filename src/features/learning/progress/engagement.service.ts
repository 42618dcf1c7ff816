import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { countPlayback, findCourseName } from './engagement.queries.ts'
import { type Drop, findBiggestDrop, type LectureEngagement, toEngagement } from './engagement.rules.ts'

export type CourseEngagement = { name: string; lectures: LectureEngagement[]; biggestDrop: Drop | undefined }

/** Where learners stop in a course. Throws `not_found`. */
export async function getCourseEngagement({ db }: Pick<Deps, 'db'>, courseId: string): Promise<CourseEngagement> {
  const name = await findCourseName(db, courseId)
  if (name === undefined) throw new AppError('not_found', 'Course not found.')
  const lectures = (await countPlayback(db, courseId)).map(toEngagement)
  return { name, lectures, biggestDrop: findBiggestDrop(lectures) }
}
