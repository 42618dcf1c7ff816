import { and, asc, count, eq, isNull, type Placeholder, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isPass } from '#db/is-pass.ts'
import { lectureKind, readingWords } from '#db/lecture-kind.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { wasPlayed } from '#db/was-played.ts'
import { prepared } from '#db/prepared.ts'
import { attachments, courses, lectureAddresses, lectures, products, subLectures } from '#db/tables/catalog.ts'
import { files } from '#db/tables/files.ts'
import { lectureOpenings } from '#db/tables/lecture-openings.ts'
import { members } from '#db/tables/members.ts'
import { certificates, examAttempts, lectureCompletions, playbackPositions } from '#db/tables/study.ts'
import { coversOfProduct } from '#features/foundation/media/covers.public.ts'
import { lectureChangeList } from '#features/catalog/law-review/law-review.public.ts'
import { lectureLaw } from '#features/catalog/law/law.public.ts'
import { toReferenceParams, ownedByReference, ownedBy } from '#features/foundation/ownership/ownership.public.ts'
import { shelfOrder } from '#features/foundation/products/products.public.ts'

type Studied = Record<'memberId' | 'courseId', Placeholder | SQLWrapper>

/**
 * Selects the number of a course's current lectures, and of those the member has completed. This is the only definition
 * of progress.
 */
export function selectProgress(db: Executor, { memberId, courseId }: Studied) {
  return db
    .select({
      lectures: count(lectures.id).as('lectures'),
      completed: count(lectureCompletions.memberId).as('completed'),
    })
    .from(lectures)
    .leftJoin(
      lectureCompletions,
      and(eq(lectureCompletions.lectureId, lectures.id), eq(lectureCompletions.memberId, memberId)),
    )
    .where(and(eq(lectures.courseId, courseId), isNull(lectures.retiredAt)))
    .as('progress')
}

const ownedCourses = prepared('owned_courses', ['memberId'], (db, { memberId }) => {
  const progress = selectProgress(db, { memberId, courseId: products.id })
  return db
    .select({
      slug: products.slug,
      title: products.title,
      shortDescription: products.shortDescription,
      covers: coversOfProduct,
      lectures: progress.lectures,
      completed: progress.completed,
    })
    .from(products)
    .innerJoinLateral(progress, sql`true`)
    .where(and(eq(products.kind, 'course'), ownedBy(memberId)))
    .orderBy(...shelfOrder)
})

export function listOwnedCourses(db: Executor, memberId: string) {
  return ownedCourses(db, { memberId })
}

const ownedCourse = prepared('owned_course', ['memberId', 'slug', 'purchaseId'], (db, given) => {
  const progress = selectProgress(db, { memberId: given.memberId, courseId: products.id })
  return db
    .select({
      id: products.id,
      slug: products.slug,
      title: products.title,
      shortDescription: products.shortDescription,
      fullDescription: products.fullDescription,
      exam: courses.exam,
      isCompletionCertificate: courses.isCompletionCertificate,
      covers: coversOfProduct,
      lectures: progress.lectures,
      completed: progress.completed,
    })
    .from(products)
    .innerJoin(courses, eq(courses.productId, products.id))
    .innerJoinLateral(progress, sql`true`)
    .where(and(eq(products.kind, 'course'), ownedByReference(given)))
})

/** The course with this slug or purchase ID; undefined if the member has no access to it. */
export async function findOwnedCourse(db: Executor, memberId: string, slugOrPurchaseId: string) {
  const [course] = await ownedCourse(db, { memberId, ...toReferenceParams(slugOrPurchaseId) })
  return course
}

const courseProgress = prepared('course_progress', ['memberId', 'courseId'], (db, { memberId, courseId }) => {
  const progress = selectProgress(db, { memberId, courseId: products.id })
  return db
    .select({
      lectures: progress.lectures,
      completed: progress.completed,
      isCertificateOpen: sql<boolean>`(exists (select from ${examAttempts}
            where ${examAttempts.memberId} = ${memberId} and ${examAttempts.courseId} = ${products.id} and ${isPass})
          or exists (select from ${courses}
            where ${courses.productId} = ${products.id} and ${courses.exam} = 'none' and ${courses.isCompletionCertificate}))
        and not exists (select from ${certificates}
          where ${certificates.memberId} = ${memberId} and ${certificates.courseId} = ${products.id})`,
    })
    .from(products)
    .innerJoinLateral(progress, sql`true`)
    .where(eq(products.id, courseId))
})

/** The member's progress, and whether a certificate may be waiting for lectures. */
export async function readProgress(db: Executor, memberId: string, courseId: string) {
  const [progress] = await courseProgress(db, { memberId, courseId })
  return progress ?? { lectures: 0, completed: 0, isCertificateOpen: false }
}

type SubLecture = { id: string; title: string }
type Attachment = { name: string; fileId: string; fileName: string; bytes: number }

const recording = alias(files, 'recording')
const captions = alias(files, 'captions')
const poster = alias(files, 'poster')

function lectureColumns(memberId: Placeholder) {
  return {
    slug: lectures.slug,
    name: lectures.name,
    description: lectures.description,
    kind: lectureKind,
    readingWords,
    isCompleted: sql<boolean>`exists (select 1 from ${lectureCompletions}
      where ${lectureCompletions.lectureId} = ${lectures.id} and ${lectureCompletions.memberId} = ${memberId})`,
    subLectures: sql<
      SubLecture[]
    >`(select coalesce(json_agg(json_build_object('id', ${subLectures.id}, 'title', ${subLectures.title})
      order by ${subLectures.position}), '[]') from ${subLectures} where ${subLectures.lectureId} = ${lectures.id})`,
    attachments: sql<
      Attachment[]
    >`(select coalesce(json_agg(json_build_object('name', ${attachments.name}, 'fileId', ${attachments.fileId}, 'fileName', ${files.name}, 'bytes', ${files.bytes})
      order by ${attachments.position}), '[]') from ${attachments} join ${files} on ${files.id} = ${attachments.fileId}
      where ${attachments.lectureId} = ${lectures.id})`,
  }
}

const lecturesOfCourse = prepared('lectures_of_course', ['memberId', 'courseId'], (db, { memberId, courseId }) =>
  db
    .select({ ...lectureColumns(memberId), seconds: recording.seconds })
    .from(lectures)
    .leftJoin(recording, eq(recording.id, lectures.recordingFileId))
    .where(and(eq(lectures.courseId, courseId), isNull(lectures.retiredAt)))
    .orderBy(asc(lectures.position)),
)

/** A course's lectures in order, with parts, files, and completion, in one query. */
export function listLectures(db: Executor, memberId: string, courseId: string) {
  return lecturesOfCourse(db, { memberId, courseId })
}

export type LectureRow = Awaited<ReturnType<typeof listLectures>>[number]

/** Condition: the product's lecture with this current or former slug. */
function matchesLecture(slug: Placeholder): SQL {
  return sql`${lectures.id} = (select ${lectureAddresses.lectureId} from ${lectureAddresses}
    where ${lectureAddresses.courseId} = ${products.id} and ${lectureAddresses.slug} = ${slug})`
}

const ownedLecture = prepared('owned_lecture', ['memberId', 'slug', 'purchaseId', 'lectureSlug'], (db, given) =>
  db
    .select({
      lectureId: lectures.id,
      lecture: lectureColumns(given.memberId),
      practice: lectures.practice,
      law: lectureLaw,
      changes: lectureChangeList,
      text: lectures.text,
      recording: { id: recording.id, name: recording.name, seconds: recording.seconds },
      captions: { id: captions.id, name: captions.name },
      poster: { id: poster.id, name: poster.name },
    })
    .from(products)
    .leftJoin(lectures, and(matchesLecture(given.lectureSlug), isNull(lectures.retiredAt)))
    .leftJoin(recording, eq(recording.id, lectures.recordingFileId))
    .leftJoin(captions, eq(captions.id, lectures.captionsFileId))
    .leftJoin(poster, eq(poster.id, lectures.posterFileId))
    .where(and(eq(products.kind, 'course'), ownedByReference(given))),
)

/** Identifies a lecture: the slug or purchase ID of its course, and the lecture's slug. */
export type LectureKey = { slugOrPurchaseId: string; lectureSlug: string }

/** Undefined if the member has no access to such a course; without `lecture` if the course has no such lecture. */
export async function findOwnedLecture(db: Executor, memberId: string, { slugOrPurchaseId, lectureSlug }: LectureKey) {
  const [found] = await ownedLecture(db, { memberId, lectureSlug, ...toReferenceParams(slugOrPurchaseId) })
  return found
}

const completableLecture = prepared(
  'lecture_to_complete',
  ['memberId', 'slug', 'purchaseId', 'lectureSlug'],
  (db, given) =>
    db
      .select({ courseId: products.id, lectureId: lectures.id })
      .from(products)
      .leftJoin(lectures, and(matchesLecture(given.lectureSlug), isNull(lectures.retiredAt)))
      .where(and(eq(products.kind, 'course'), ownedByReference(given))),
)

/** Like `findOwnedLecture`, but returns only the IDs. */
export async function findLectureIds(db: Executor, memberId: string, { slugOrPurchaseId, lectureSlug }: LectureKey) {
  const [found] = await completableLecture(db, { memberId, lectureSlug, ...toReferenceParams(slugOrPurchaseId) })
  return found
}

/**
 * Locks a member's progress until the transaction ends, so that it doesn't change concurrently or while their exam is
 * graded.
 */
export async function lockProgress(tx: Transaction, memberId: string): Promise<void> {
  await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('no key update')
}

/** Records when the member first opened a lecture that is read. */
export async function recordOpening(
  db: Executor,
  opening: { memberId: string; lectureId: string; openedAt: Date },
): Promise<void> {
  await db.insert(lectureOpenings).values(opening).onConflictDoNothing()
}

/** Whether a lecture that is only a text, which can't be played, was opened. True for others. */
function wasOpenedIfText(memberId: string): SQL {
  return sql`(${lectures.text} = '' or ${lectures.recordingFileId} is not null or exists (
    select from lecture_openings o where o.lecture_id = ${lectures.id} and o.member_id = ${memberId}::uuid))`
}

/**
 * Completing a lecture twice counts once. If the lecture had been completed only by the browser's report, it also
 * counts as played once its recording was played. False if nothing changed.
 */
export async function completeLecture(
  tx: Transaction,
  { memberId, lectureId, completedAt }: { memberId: string; lectureId: string; completedAt: Date },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into lecture_completions (member_id, lecture_id, completed_at, is_played)
    select ${memberId}::uuid, ${lectures.id}, ${completedAt.toISOString()}::timestamptz, ${wasPlayed} and ${wasOpenedIfText(memberId)}
    from ${lectures} left join ${files} on ${files.id} = ${lectures.recordingFileId}
    left join ${playbackPositions} on ${playbackPositions.fileId} = ${files.id} and ${playbackPositions.memberId} = ${memberId}
    where ${lectures.id} = ${lectureId}
    on conflict (member_id, lecture_id) do update set is_played = true, completed_at = excluded.completed_at
    where excluded.is_played and not lecture_completions.is_played`)
  return rowCount !== 0
}

/**
 * Marks as played the lectures with this recording that the member had completed only by the browser's report. Returns
 * their courses.
 */
export async function markPlayed(
  tx: Transaction,
  { memberId, fileId, completedAt }: { memberId: string; fileId: string; completedAt: Date },
): Promise<string[]> {
  const played = await tx
    .update(lectureCompletions)
    .set({ isPlayed: true, completedAt })
    .from(lectures)
    .where(
      and(
        eq(lectures.id, lectureCompletions.lectureId),
        eq(lectures.recordingFileId, fileId),
        eq(lectureCompletions.memberId, memberId),
        eq(lectureCompletions.isPlayed, false),
      ),
    )
    .returning({ courseId: lectures.courseId })
  return [...new Set(played.map(({ courseId }) => courseId))]
}
