import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { attachments, lectures, products, subLectures } from '#db/tables/catalog.ts'
import { lectureChanges } from '#db/tables/changes.ts'
import { files } from '#db/tables/files.ts'
import { lawDates } from '#db/tables/law.ts'
import { type ChangeKind, MAX_SHOWN_CHANGES } from './law-changes.rules.ts'

/** The latest changes of the current row of `lectures` about which members were notified, newest first. */
export const lectureChangeList = sql<{ notifiedAt: string; kind: ChangeKind; what: string; why: string }[]>`(
  select coalesce(json_agg(json_build_object('notifiedAt', told_at, 'kind', kind, 'what', what, 'why', why) order by told_at desc), '[]')
  from (select * from ${lectureChanges} where ${lectureChanges.lectureId} = ${lectures.id}
    order by ${lectureChanges.notifiedAt} desc limit ${sql.raw(String(MAX_SHOWN_CHANGES))}) as shown)`

const sha256Of = (fileId: typeof lectures.recordingFileId | typeof lectures.captionsFileId) =>
  sql`(select sha256 from ${files} where ${files.id} = ${fileId})`

/**
 * A digest of everything that learners see, hear, read, or are asked in the lecture. The dates of law reviews are not
 * part of it, because they change when a review is confirmed.
 */
const digest = sql<string>`encode(sha256(convert_to(jsonb_build_array(${lectures.name}, ${lectures.description}, ${lectures.practice},
  ${sha256Of(lectures.recordingFileId)}, ${sha256Of(lectures.captionsFileId)},
  (select jsonb_agg(${subLectures.title} order by ${subLectures.position}) from ${subLectures} where ${subLectures.lectureId} = ${lectures.id}),
  (select jsonb_agg(jsonb_build_array(${attachments.name}, ${files.sha256}) order by ${attachments.position})
    from ${attachments} join ${files} on ${files.id} = ${attachments.fileId} where ${attachments.lectureId} = ${lectures.id}),
  (select ${lawDates.sources} from ${lawDates} where ${lawDates.lectureId} = ${lectures.id}))::text
  || ${lectures.text}, 'UTF8')), 'hex')`

type LectureKey = { courseId: string; key: string }

/**
 * Finds a lecture with its current digest. `isLocked` makes concurrent notifications wait until the transaction ends.
 */
export async function findLecture(db: Executor, { courseId, key }: LectureKey, { isLocked = false } = {}) {
  const found = db
    .select({
      id: lectures.id,
      slug: lectures.slug,
      name: lectures.name,
      course: { id: products.id, slug: products.slug, title: products.title },
      addedAt: lectures.addedAt,
      firstAddedAt:
        sql<Date>`(select min(first.added_at) from ${lectures} first where first.course_id = ${products.id})`.mapWith(
          lectures.addedAt,
        ),
      content: digest,
    })
    .from(lectures)
    .innerJoin(products, eq(products.id, lectures.courseId))
    .where(and(eq(lectures.courseId, courseId), eq(lectures.key, key), isNull(lectures.retiredAt)))
  const [lecture] = await (isLocked ? found.for('update', { of: lectures }) : found)
  return lecture
}

export function listChanges(db: Executor, lectureId: string) {
  const { kind, what, why, content, notifiedAt } = lectureChanges
  return db
    .select({ kind, what, why, content, notifiedAt })
    .from(lectureChanges)
    .where(eq(lectureChanges.lectureId, lectureId))
    .orderBy(desc(notifiedAt), asc(lectureChanges.id))
    .limit(MAX_SHOWN_CHANGES)
}

export async function insertChange(tx: Transaction, change: typeof lectureChanges.$inferInsert): Promise<string> {
  const [saved] = await tx.insert(lectureChanges).values(change).returning({ id: lectureChanges.id })
  if (!saved) throw new Error('The change was not saved.')
  return saved.id
}
