import { and, asc, eq, getTableColumns, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open-database.ts'
import { attachments, courses, lectures, questions, subLectures } from '#db/tables/catalogue.ts'
import { files } from '#db/tables/files.ts'

const video = alias(files, 'video')
const captions = alias(files, 'captions')
const poster = alias(files, 'poster')

export async function getCourse(db: Executor, productId: string) {
  const [course] = await db.select().from(courses).where(eq(courses.productId, productId))
  if (!course) throw new Error(`The product ${productId} has no course.`)
  return course
}

export async function findPortrait(db: Executor, fileId: string | null) {
  if (fileId === null) return null
  const [file] = await db.select({ sha256: files.sha256, name: files.name }).from(files).where(eq(files.id, fileId))
  return file ?? null
}

export function listLectures(db: Executor, courseId: string) {
  return db
    .select({
      id: lectures.id,
      key: lectures.key,
      slug: lectures.slug,
      name: lectures.name,
      description: lectures.description,
      isSample: lectures.isSample,
      practice: lectures.practice,
      video: { sha256: video.sha256, name: video.name },
      captions: { sha256: captions.sha256, name: captions.name },
      poster: { sha256: poster.sha256, name: poster.name },
    })
    .from(lectures)
    .leftJoin(video, eq(video.id, lectures.videoFileId))
    .leftJoin(captions, eq(captions.id, lectures.captionsFileId))
    .leftJoin(poster, eq(poster.id, lectures.posterFileId))
    .where(and(eq(lectures.courseId, courseId), isNull(lectures.retiredAt)))
    .orderBy(asc(lectures.position))
}

export async function listSubLectures(db: Executor, lectureId: string): Promise<string[]> {
  const rows = await db
    .select({ title: subLectures.title })
    .from(subLectures)
    .where(eq(subLectures.lectureId, lectureId))
    .orderBy(asc(subLectures.position))
  return rows.map(({ title }) => title)
}

export function listAttachments(db: Executor, lectureId: string) {
  return db
    .select({ title: attachments.name, file: { sha256: files.sha256, name: files.name } })
    .from(attachments)
    .innerJoin(files, eq(files.id, attachments.fileId))
    .where(eq(attachments.lectureId, lectureId))
    .orderBy(asc(attachments.position))
}

export function listQuestions(db: Executor, courseId: string) {
  return (
    db
      .select({ ...getTableColumns(questions), lecture: lectures.key })
      .from(questions)
      // Ignores lectures removed from the course.
      .leftJoin(lectures, and(eq(lectures.id, questions.lectureId), isNull(lectures.retiredAt)))
      .where(and(eq(questions.courseId, courseId), isNull(questions.retiredAt)))
      .orderBy(asc(questions.position))
  )
}
