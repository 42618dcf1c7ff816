import { and, asc, count, eq, isNull } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { lockByName } from '#db/locks.ts'
import { prepared } from '#db/prepared.ts'
import { lectureAddresses, lectures, products } from '#db/tables/catalog.ts'
import { notes } from '#db/tables/study.ts'
import { toReferenceParams, ownedByReference } from '#features/foundation/ownership/ownership.public.ts'

const notesOfCourse = prepared('notes_of_course', ['memberId', 'slug', 'purchaseId'], (db, given) =>
  db
    .select({
      id: notes.id,
      lectureSlug: lectures.slug,
      lectureName: lectures.name,
      seconds: notes.seconds,
      words: notes.words,
    })
    .from(products)
    .leftJoin(lectures, eq(lectures.courseId, products.id))
    .leftJoin(notes, and(eq(notes.lectureId, lectures.id), eq(notes.memberId, given.memberId)))
    .where(and(eq(products.kind, 'course'), ownedByReference(given)))
    .orderBy(asc(lectures.position), asc(notes.seconds), asc(notes.writtenAt)),
)

/**
 * Undefined if the member has no access to such a course. Includes notes on lectures that were removed from the course.
 */
export async function listCourseNotes(db: Executor, memberId: string, slugOrPurchaseId: string) {
  const rows = await notesOfCourse(db, { memberId, ...toReferenceParams(slugOrPurchaseId) })
  if (rows.length === 0) return undefined
  return rows.flatMap(({ id, lectureSlug, lectureName, seconds, words }) =>
    id !== null && lectureSlug !== null && lectureName !== null && seconds !== null && words !== null
      ? [{ id, lectureSlug, lectureName, seconds, words }]
      : [],
  )
}

const lectureToNote = prepared('lecture_to_note', ['memberId', 'slug', 'purchaseId', 'lectureSlug'], (db, given) =>
  db
    .select({ id: lectures.id, slug: lectures.slug, name: lectures.name, courseId: lectures.courseId })
    .from(products)
    .innerJoin(
      lectureAddresses,
      and(eq(lectureAddresses.courseId, products.id), eq(lectureAddresses.slug, given.lectureSlug)),
    )
    .innerJoin(lectures, and(eq(lectures.id, lectureAddresses.lectureId), isNull(lectures.retiredAt)))
    .where(and(eq(products.kind, 'course'), ownedByReference(given))),
)

/** Undefined if the member has no access to such a lecture. */
export async function findOwnedLecture(
  db: Executor,
  { memberId, slugOrPurchaseId, lectureSlug }: { memberId: string; slugOrPurchaseId: string; lectureSlug: string },
) {
  const [lecture] = await lectureToNote(db, { memberId, lectureSlug, ...toReferenceParams(slugOrPurchaseId) })
  return lecture
}

/** Locks out concurrent changes to this member's notes. */
export async function countNotesLocked(tx: Transaction, memberId: string, courseId: string): Promise<number> {
  await lockByName(tx, `notes ${memberId}`)
  const [counted] = await tx
    .select({ many: count() })
    .from(notes)
    .innerJoin(lectures, eq(lectures.id, notes.lectureId))
    .where(and(eq(notes.memberId, memberId), eq(lectures.courseId, courseId)))
  return counted?.many ?? 0
}

type NewNote = typeof notes.$inferInsert & { id: string }

const isNote = ({ id, memberId, lectureId }: NewNote) =>
  and(eq(notes.id, id), eq(notes.memberId, memberId), eq(notes.lectureId, lectureId))

/** Undefined unless this member has a note with this ID on this lecture. */
export async function findNote(tx: Transaction, note: NewNote) {
  const [stored] = await tx.select({ words: notes.words, seconds: notes.seconds }).from(notes).where(isNote(note))
  return stored
}

export async function changeNote(tx: Transaction, note: NewNote): Promise<void> {
  await tx
    .update(notes)
    .set({ words: note.words, seconds: note.seconds, writtenAt: note.writtenAt })
    .where(isNote(note))
}

/** False if a note with this ID already exists. */
export async function insertNote(tx: Transaction, note: typeof notes.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(notes).values(note).onConflictDoNothing().returning({ id: notes.id })
  return inserted.length > 0
}

export async function deleteNote(db: Executor, memberId: string, id: string): Promise<void> {
  await db.delete(notes).where(and(eq(notes.id, id), eq(notes.memberId, memberId)))
}
