import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { attachments, lectures, subLectures } from '#db/tables/catalogue.ts'

const isActiveLecture = (courseId: string) => and(eq(lectures.courseId, courseId), isNull(lectures.retiredAt))

/** The lectures of a course in their order, with the ids of their files. */
export function listLecturesForPlan(db: Executor, courseId: string) {
  return db.select().from(lectures).where(isActiveLecture(courseId)).orderBy(asc(lectures.position))
}

/** What belongs to the lectures of a course: two statements, however many they are. */
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
