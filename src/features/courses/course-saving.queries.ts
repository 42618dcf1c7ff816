import { and, eq, gte, isNull, notInArray, sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { attachments, courses, lectures, questions, subLectures } from '#db/tables/catalogue.ts'

type New<Table extends { $inferInsert: object }> = Table['$inferInsert']

export async function saveCourseRow(tx: Executor, course: New<typeof courses>): Promise<void> {
  await tx.insert(courses).values(course).onConflictDoUpdate({ target: courses.productId, set: course })
}

/** A lecture is known by its slug, and comes back when it was retired. */
export async function saveLecture(tx: Executor, lecture: New<typeof lectures>): Promise<string> {
  const { courseId: _courseId, slug: _slug, ...changing } = lecture
  return idOf(
    await tx
      .insert(lectures)
      .values(lecture)
      .onConflictDoUpdate({ target: [lectures.courseId, lectures.slug], set: { ...changing, retiredAt: null } })
      .returning({ id: lectures.id }),
  )
}

/** Lectures are retired, never deleted: members have completed them. */
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

/**
 * A question is known by its text, so that attempts keep pointing at what was asked. One that is asked no longer is retired, never
 * deleted.
 */
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

function idOf(rows: { id: string }[]): string {
  const [row] = rows
  if (!row) throw new Error('The row was not saved.')
  return row.id
}
