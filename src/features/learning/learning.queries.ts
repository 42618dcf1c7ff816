import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open.ts'
import { attachments, lectures, products, subLectures } from '#db/tables/catalogue.ts'
import { files } from '#db/tables/files.ts'
import { lectureCompletions } from '#db/tables/study.ts'
import { ownedBy } from '#features/ownership/ownership.public.ts'

/** How many lectures a course has today, and how many of them the member has completed; joined to `products`. */
function progressOf(db: Executor, memberId: string) {
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
    .where(and(eq(lectures.courseId, products.id), isNull(lectures.retiredAt)))
    .as('progress')
}

const productColumns = {
  id: products.id,
  slug: products.slug,
  title: products.title,
  shortDescription: products.shortDescription,
  fullDescription: products.fullDescription,
}

function selectCourses(db: Executor, memberId: string) {
  const progress = progressOf(db, memberId)
  return db
    .select({ ...productColumns, lectures: progress.lectures, completed: progress.completed })
    .from(products)
    .innerJoinLateral(progress, sql`true`)
}

/** The courses that the member owns, with how much of each is done. */
export function listOwnedCourses(db: Executor, memberId: string) {
  return selectCourses(db, memberId)
    .where(and(eq(products.kind, 'course'), ownedBy(memberId)))
    .orderBy(asc(products.position), asc(products.slug))
}

export async function findCourse(db: Executor, memberId: string, courseId: string) {
  const [course] = await selectCourses(db, memberId).where(eq(products.id, courseId))
  return course
}

type SubLecture = { id: string; title: string }
type Attachment = { name: string; fileId: string; fileName: string }

const video = alias(files, 'video')
const captions = alias(files, 'captions')
const poster = alias(files, 'poster')

/** Lectures of a course in order, each with its parts, files and whether the member has completed it; all in one statement. */
export function listLectures(
  db: Executor,
  { memberId, courseId, slug }: { memberId: string; courseId: string; slug?: string },
) {
  return db
    .select({
      id: lectures.id,
      slug: lectures.slug,
      name: lectures.name,
      description: lectures.description,
      isCompleted: sql<boolean>`exists (select 1 from ${lectureCompletions}
        where ${lectureCompletions.lectureId} = ${lectures.id} and ${lectureCompletions.memberId} = ${memberId})`,
      subLectures: sql<
        SubLecture[]
      >`(select coalesce(json_agg(json_build_object('id', ${subLectures.id}, 'title', ${subLectures.title})
        order by ${subLectures.position}), '[]') from ${subLectures} where ${subLectures.lectureId} = ${lectures.id})`,
      attachments: sql<
        Attachment[]
      >`(select coalesce(json_agg(json_build_object('name', ${attachments.name}, 'fileId', ${attachments.fileId}, 'fileName', ${files.name})
        order by ${attachments.position}), '[]') from ${attachments} join ${files} on ${files.id} = ${attachments.fileId}
        where ${attachments.lectureId} = ${lectures.id})`,
      video: { id: video.id, name: video.name, seconds: video.seconds },
      captions: { id: captions.id, name: captions.name },
      poster: { id: poster.id, name: poster.name },
    })
    .from(lectures)
    .leftJoin(video, eq(video.id, lectures.videoFileId))
    .leftJoin(captions, eq(captions.id, lectures.captionsFileId))
    .leftJoin(poster, eq(poster.id, lectures.posterFileId))
    .where(
      and(
        eq(lectures.courseId, courseId),
        isNull(lectures.retiredAt),
        slug === undefined ? undefined : eq(lectures.slug, slug),
      ),
    )
    .orderBy(asc(lectures.position))
}

export type LectureRow = Awaited<ReturnType<typeof listLectures>>[number]

/** Marks the lecture, of this course, as completed; false when the course has no such lecture. Twice counts once. */
export async function completeLecture(
  db: Executor,
  done: { memberId: string; courseId: string; slug: string; completedAt: Date },
): Promise<boolean> {
  const { memberId, courseId, slug, completedAt } = done
  const [lecture] = await db
    .select({ id: lectures.id })
    .from(lectures)
    .where(and(eq(lectures.courseId, courseId), eq(lectures.slug, slug), isNull(lectures.retiredAt)))
  if (!lecture) return false
  await db.insert(lectureCompletions).values({ memberId, lectureId: lecture.id, completedAt }).onConflictDoNothing()
  return true
}
