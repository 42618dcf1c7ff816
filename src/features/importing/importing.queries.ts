import { and, eq, gte, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { LOCK } from '#db/locks.ts'
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
import { siteSettings } from '#db/tables/site.ts'

type New<Table extends { $inferInsert: object }> = Table['$inferInsert']

/** Two imports at once wait for each other, however long one takes, so that neither retires what the other has just added. */
export async function lockImports(tx: Executor): Promise<void> {
  await tx.execute(sql`set local lock_timeout = 0`)
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK.importing})`)
}

export function kindsOf(
  db: Executor,
  slugs: string[],
): Promise<{ slug: string; kind: 'course' | 'podcast' | 'document' }[]> {
  return db.select({ slug: products.slug, kind: products.kind }).from(products).where(inArray(products.slug, slugs))
}

export async function saveFile(tx: Executor, file: New<typeof files>): Promise<string> {
  const saved = await tx
    .insert(files)
    .values(file)
    .onConflictDoUpdate({
      target: [files.sha256, files.name, files.isPublic],
      set: { contentType: file.contentType, bytes: file.bytes, seconds: file.seconds ?? null },
    })
    .returning({ id: files.id })
  return idOf(saved)
}

/** What is known keeps its id, and the day it was published for as long as it stays published. */
export async function saveProduct(
  tx: Executor,
  { isPublished, ...product }: Omit<New<typeof products>, 'publishedAt' | 'updatedAt'> & { isPublished: boolean },
  now: Date,
): Promise<string> {
  const { slug: _slug, kind: _kind, ...changing } = product
  const saved = await tx
    .insert(products)
    .values({ ...product, publishedAt: isPublished ? now : null, updatedAt: now })
    .onConflictDoUpdate({
      target: products.slug,
      set: {
        ...changing,
        publishedAt: isPublished ? sql`coalesce(${products.publishedAt}, ${now})` : null,
        updatedAt: now,
      },
      setWhere: eq(products.kind, product.kind),
    })
    .returning({ id: products.id })
  return idOf(saved)
}

export async function replaceImages(
  tx: Executor,
  productId: string,
  images: Omit<New<typeof productImages>, 'productId'>[],
) {
  await tx.delete(productImages).where(eq(productImages.productId, productId))
  if (images.length > 0) await tx.insert(productImages).values(images.map((image) => ({ ...image, productId })))
}

export async function saveCourse(tx: Executor, course: New<typeof courses>): Promise<void> {
  await tx.insert(courses).values(course).onConflictDoUpdate({ target: courses.productId, set: course })
}

export async function savePodcast(tx: Executor, podcast: New<typeof podcasts>): Promise<void> {
  await tx.insert(podcasts).values(podcast).onConflictDoUpdate({ target: podcasts.productId, set: podcast })
}

export async function replaceDocumentFiles(tx: Executor, productId: string, list: { name: string; fileId: string }[]) {
  await tx.delete(documentFiles).where(eq(documentFiles.productId, productId))
  await tx.insert(documentFiles).values(list.map((file, position) => ({ ...file, productId, position })))
}

export async function saveLecture(tx: Executor, lecture: New<typeof lectures>): Promise<string> {
  const { courseId: _courseId, slug: _slug, ...changing } = lecture
  const saved = await tx
    .insert(lectures)
    .values(lecture)
    .onConflictDoUpdate({ target: [lectures.courseId, lectures.slug], set: { ...changing, retiredAt: null } })
    .returning({ id: lectures.id })
  return idOf(saved)
}

export async function retireLecturesExcept(
  tx: Executor,
  courseId: string,
  keptIds: string[],
  now: Date,
): Promise<void> {
  await tx
    .update(lectures)
    .set({ retiredAt: now })
    .where(and(eq(lectures.courseId, courseId), isNull(lectures.retiredAt), notInArray(lectures.id, keptIds)))
}

/** Those at the same place keep their ids. */
export async function replaceSubLectures(tx: Executor, lectureId: string, titles: string[]): Promise<void> {
  await tx
    .delete(subLectures)
    .where(and(eq(subLectures.lectureId, lectureId), gte(subLectures.position, titles.length)))
  if (titles.length === 0) return
  await tx
    .insert(subLectures)
    .values(titles.map((title, position) => ({ lectureId, position, title })))
    .onConflictDoUpdate({ target: [subLectures.lectureId, subLectures.position], set: { title: sql`excluded.title` } })
}

export async function replaceAttachments(tx: Executor, lectureId: string, list: { name: string; fileId: string }[]) {
  await tx.delete(attachments).where(eq(attachments.lectureId, lectureId))
  if (list.length > 0)
    await tx.insert(attachments).values(list.map((file, position) => ({ ...file, lectureId, position })))
}

/** Questions are known by their text, so that attempts keep pointing at what was asked. */
export async function replaceQuestions(
  tx: Executor,
  courseId: string,
  { list, now }: { list: Omit<New<typeof questions>, 'courseId' | 'position'>[]; now: Date },
): Promise<void> {
  const known = await tx
    .select({ id: questions.id, question: questions.question })
    .from(questions)
    .where(eq(questions.courseId, courseId))
    // Of two with one text the one still asked comes last, and is the one that the map keeps.
    .orderBy(sql`${questions.retiredAt} asc nulls last`)
  const ids = new Map(known.map(({ id, question }) => [question, id]))
  const kept: string[] = []
  for (const [position, question] of list.entries()) {
    const id = ids.get(question.question)
    const row = { ...question, courseId, position, retiredAt: null }
    if (id !== undefined) await tx.update(questions).set(row).where(eq(questions.id, id))
    kept.push(id ?? idOf(await tx.insert(questions).values(row).returning({ id: questions.id })))
  }
  await tx
    .update(questions)
    .set({ retiredAt: now })
    .where(and(eq(questions.courseId, courseId), isNull(questions.retiredAt), notInArray(questions.id, kept)))
}

export async function saveSiteSettings(tx: Executor, settings: object, now: Date): Promise<void> {
  await tx
    .insert(siteSettings)
    .values({ id: 1, settings, updatedAt: now })
    .onConflictDoUpdate({ target: siteSettings.id, set: { settings, updatedAt: now } })
}

function idOf(rows: { id: string }[]): string {
  const [row] = rows
  if (!row) throw new Error('The row was not saved.')
  return row.id
}
