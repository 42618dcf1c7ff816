import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { attachments, lectures, subLectures } from '#db/tables/catalogue.ts'

const isActiveLecture = (courseId: string) => and(eq(lectures.courseId, courseId), isNull(lectures.retiredAt))

export function listLecturesForPlan(db: Executor, courseId: string) {
  return db.select().from(lectures).where(isActiveLecture(courseId)).orderBy(asc(lectures.position))
}

/** Parts of a course's lectures, in two statements for any number. */
export async function listLectureParts(db: Executor, courseId: string) {
  const titles = await db
    .select({ lectureId: subLectures.lectureId, title: subLectures.title })
    .from(subLectures)
    .innerJoin(lectures, eq(lectures.id, subLectures.lectureId))
    .where(isActiveLecture(courseId))
    .orderBy(asc(subLectures.position))
  const handouts = await db
    .select({ lectureId: attachments.lectureId, name: attachments.name, file: attachments.fileId })
    .from(attachments)
    .innerJoin(lectures, eq(lectures.id, attachments.lectureId))
    .where(isActiveLecture(courseId))
    .orderBy(asc(attachments.position))
  return {
    titles: Map.groupBy(titles, ({ lectureId }) => lectureId),
    handouts: Map.groupBy(handouts, ({ lectureId }) => lectureId),
  }
}
