import { and, asc, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { attachments, courses, lectures, questions, subLectures } from '#db/tables/catalog.ts'

export async function getCourse(db: Executor, productId: string) {
  const [course] = await db.select().from(courses).where(eq(courses.productId, productId))
  if (!course) throw new Error(`The product ${productId} has no course.`)
  return course
}

const isActiveLecture = (courseId: string) => and(eq(lectures.courseId, courseId), isNull(lectures.retiredAt))

export function listLectures(db: Executor, courseId: string) {
  return db.select().from(lectures).where(isActiveLecture(courseId)).orderBy(asc(lectures.position))
}

/** Loads the parts of a course's lectures, in two statements for any number of lectures. */
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

export function listQuestions(db: Executor, courseId: string) {
  return (
    db
      .select({ ...getTableColumns(questions), lecture: lectures.key })
      .from(questions)
      // A question may name a lecture that was removed from the course; the name is ignored.
      .leftJoin(lectures, and(eq(lectures.id, questions.lectureId), isNull(lectures.retiredAt)))
      .where(and(eq(questions.courseId, courseId), isNull(questions.retiredAt)))
      .orderBy(asc(questions.position))
  )
}
