import { randomBytes } from 'node:crypto'
import { and, eq, gte, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { attachments, courses, lectureAddresses, lectures, questions, subLectures } from '#db/tables/catalog.ts'
import { isGeneratedKey, type StoredPart, getOptionKeys, matchParts } from './part-keys.rules.ts'

type New<Table extends { $inferInsert: object }> = Table['$inferInsert']

export async function saveCourseRow(tx: Executor, course: New<typeof courses>): Promise<void> {
  await tx.insert(courses).values(course).onConflictDoUpdate({ target: courses.productId, set: course })
}

/** A lecture that is about to be saved. `id` is undefined if it is new. */
export type MatchedLecture = { id: string | undefined; key: string }

/**
 * Matches lectures by key or slug. First clears the slugs of lectures that get another one, and of removed lectures
 * whose slug is needed. This way, two lectures can swap slugs.
 */
export async function matchLectures(
  tx: Executor,
  courseId: string,
  written: readonly { key: string | undefined; slug: string }[],
): Promise<MatchedLecture[]> {
  const rows = await tx
    .select({
      id: lectures.id,
      key: lectures.key,
      name: lectures.slug,
      isRetired: sql<boolean>`${lectures.retiredAt} is not null`,
    })
    .from(lectures)
    .where(eq(lectures.courseId, courseId))
  const known: StoredPart[] = rows.map((row) => ({ ...row, isUnnamed: isGeneratedKey(row.key, row.name) }))
  const found = matchParts(
    known,
    written.map(({ key, slug }) => ({ key, name: slug })),
  )
  const earlier = await tx
    .select({ slug: lectureAddresses.slug, id: lectureAddresses.lectureId })
    .from(lectureAddresses)
    .where(eq(lectureAddresses.courseId, courseId))
  // In an older copy of the folder, a lecture may have a former slug and no key. It still matches.
  for (const [index, { key, slug }] of written.entries()) {
    const id = earlier.find((address) => address.slug === slug)?.id
    if (found[index] || key !== undefined || found.some((one) => one?.id === id)) continue
    found[index] = known.find((one) => one.id === id)
  }
  const slugs = new Map(written.map(({ slug }, index) => [slug, found[index]?.id]))
  const leaving = known.filter(({ id, name }) => {
    const stays = found.some((one, index) => one?.id === id && written[index]?.slug === name)
    return !stays && (slugs.has(name) || found.some((one) => one?.id === id))
  })
  if (leaving.length > 0)
    await tx
      .update(lectures)
      .set({ slug: sql`'~' || ${lectures.id}` })
      .where(
        inArray(
          lectures.id,
          leaving.map(({ id }) => id),
        ),
      )
  const keys = new Set([...known.map(({ key }) => key), ...written.flatMap(({ key }) => key ?? [])])
  return written.map(({ key, slug }, index) => {
    const one = found[index]
    const isFree = !keys.has(slug) && /^[a-z]/.test(slug)
    return { id: one?.id, key: key ?? one?.key ?? (isFree ? slug : newKey()) }
  })
}

/**
 * Inserts the lecture, or updates the one with this ID. If the lecture was removed, it becomes part of the course
 * again.
 */
export async function saveLecture(tx: Executor, { id, ...lecture }: New<typeof lectures>): Promise<string> {
  if (id === undefined) return getId(await tx.insert(lectures).values(lecture).returning({ id: lectures.id }))
  await tx
    .update(lectures)
    .set({ ...lecture, retiredAt: null })
    .where(eq(lectures.id, id))
  return id
}

/** Removes all other lectures from the course. They are kept in the database, because members have completed them. */
export async function retireLecturesExcept(
  tx: Executor,
  courseId: string,
  remainingIds: string[],
  now: Date,
): Promise<void> {
  await tx
    .update(lectures)
    .set({ retiredAt: now })
    .where(and(eq(lectures.courseId, courseId), isNull(lectures.retiredAt), notInArray(lectures.id, remainingIds)))
}

/** Replaces the parts of a lecture. A part keeps its ID as long as it stays at the same position. */
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

type WrittenQuestion = Omit<New<typeof questions>, 'courseId' | 'position' | 'key'> & { key: string | undefined }

/**
 * Matches questions by key or text, so that exam attempts still refer to the questions that were asked. Removed
 * questions are kept in the database.
 */
export async function replaceQuestions(
  tx: Executor,
  courseId: string,
  { list, now }: { list: WrittenQuestion[]; now: Date },
): Promise<void> {
  const rows = await tx.select().from(questions).where(eq(questions.courseId, courseId))
  const found = matchParts(
    rows.map(({ id, key, question, retiredAt }) => {
      return { id, key, name: question, isRetired: retiredAt !== null, isUnnamed: isGeneratedKey(key, question) }
    }),
    list.map(({ key, question }) => ({ key, name: question })),
  )
  const savedIds: string[] = []
  for (const [position, { key, optionKeys = [], ...question }] of list.entries()) {
    const before = rows.find(({ id }) => id === found[position]?.id)
    const row = {
      ...question,
      courseId,
      position,
      key: key ?? before?.key ?? newKey(),
      optionKeys: optionKeys.length > 0 ? optionKeys : getOptionKeys(question.options, before),
      retiredAt: null,
    }
    if (before) await tx.update(questions).set(row).where(eq(questions.id, before.id))
    savedIds.push(before?.id ?? getId(await tx.insert(questions).values(row).returning({ id: questions.id })))
  }
  await tx
    .update(questions)
    .set({ retiredAt: now })
    .where(and(eq(questions.courseId, courseId), isNull(questions.retiredAt), notInArray(questions.id, savedIds)))
}

/** Creates a key for a lecture or question whose author gave it none. */
function newKey(): string {
  return `k${randomBytes(6).toString('hex')}`
}

function getId(rows: { id: string }[]): string {
  const [row] = rows
  if (!row) throw new Error('The row was not saved.')
  return row.id
}
