import { and, asc, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open.ts'
import {
  attachments,
  courses,
  documentFiles,
  lectures,
  podcasts,
  productImages,
  products,
  questions,
  subLectures,
} from '#db/tables/catalogue.ts'
import { files } from '#db/tables/files.ts'

const file = { sha256: files.sha256, name: files.name }
export type ExportedFile = { sha256: string; name: string }

const video = alias(files, 'video')
const audio = alias(files, 'audio')
const captions = alias(files, 'captions')
const poster = alias(files, 'poster')
/** What is read belongs to one instant, however long the reading takes. */
export function inOneInstant<T>(db: Executor, read: (tx: Executor) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

export function allProducts(db: Executor) {
  return db.select().from(products).orderBy(asc(products.slug))
}
export type ExportedProduct = Awaited<ReturnType<typeof allProducts>>[number]

export function coverOf(db: Executor, productId: string) {
  return db
    .select({ format: productImages.format, width: productImages.width, sha256: files.sha256 })
    .from(productImages)
    .innerJoin(files, eq(files.id, productImages.fileId))
    .where(eq(productImages.productId, productId))
    .orderBy(asc(productImages.format), asc(productImages.width))
}

export async function courseOf(db: Executor, productId: string) {
  const [course] = await db.select().from(courses).where(eq(courses.productId, productId))
  if (!course) throw new Error(`The product ${productId} has no course.`)
  return course
}

export function lecturesOf(db: Executor, courseId: string) {
  return db
    .select({
      id: lectures.id,
      slug: lectures.slug,
      name: lectures.name,
      description: lectures.description,
      video,
      captions,
      poster,
    })
    .from(lectures)
    .leftJoin(video, eq(video.id, lectures.videoFileId))
    .leftJoin(captions, eq(captions.id, lectures.captionsFileId))
    .leftJoin(poster, eq(poster.id, lectures.posterFileId))
    .where(and(eq(lectures.courseId, courseId), isNull(lectures.retiredAt)))
    .orderBy(asc(lectures.position))
}

export async function subLecturesOf(db: Executor, lectureId: string): Promise<string[]> {
  const rows = await db
    .select({ title: subLectures.title })
    .from(subLectures)
    .where(eq(subLectures.lectureId, lectureId))
    .orderBy(asc(subLectures.position))
  return rows.map(({ title }) => title)
}

export function attachmentsOf(db: Executor, lectureId: string) {
  return db
    .select({ title: attachments.name, file })
    .from(attachments)
    .innerJoin(files, eq(files.id, attachments.fileId))
    .where(eq(attachments.lectureId, lectureId))
    .orderBy(asc(attachments.position))
}

export function questionsOf(db: Executor, courseId: string) {
  return db
    .select()
    .from(questions)
    .where(and(eq(questions.courseId, courseId), isNull(questions.retiredAt)))
    .orderBy(asc(questions.position))
}

export async function podcastOf(db: Executor, productId: string) {
  const [podcast] = await db
    .select({
      launchDate: podcasts.launchDate,
      audio,
      video,
      captions,
      poster,
    })
    .from(podcasts)
    .leftJoin(audio, eq(audio.id, podcasts.audioFileId))
    .leftJoin(video, eq(video.id, podcasts.videoFileId))
    .leftJoin(captions, eq(captions.id, podcasts.captionsFileId))
    .leftJoin(poster, eq(poster.id, podcasts.posterFileId))
    .where(eq(podcasts.productId, productId))
  if (!podcast) throw new Error(`The product ${productId} has no podcast.`)
  return podcast
}

export function handoutsOf(db: Executor, productId: string) {
  return db
    .select({ title: documentFiles.name, file })
    .from(documentFiles)
    .innerJoin(files, eq(files.id, documentFiles.fileId))
    .where(eq(documentFiles.productId, productId))
    .orderBy(asc(documentFiles.position))
}
