import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { isPass } from '#db/is-pass.ts'
import { prepared } from '#db/prepared.ts'
import { courses, lectures, products } from '#db/tables/catalog.ts'
import { files } from '#db/tables/files.ts'
import { certificates, examAttempts, examPapers, lectureCompletions, playbackPositions } from '#db/tables/study.ts'
import { ownedBy } from '#features/foundation/ownership/ownership.public.ts'
import { shelfOrder } from '#features/foundation/products/products.public.ts'

const studyStatus = prepared('studied_lectures', ['memberId'], (db, { memberId }) =>
  db
    .select({
      course: { slug: products.slug, title: products.title },
      exam: courses.exam,
      certificateId: certificates.id,
      examOpenedAt: examPapers.openedAt,
      hasPassed: sql<boolean>`exists (select 1 from ${examAttempts} where ${examAttempts.memberId} = ${memberId} and ${examAttempts.courseId} = ${products.id} and ${isPass})`,
      slug: lectures.slug,
      name: lectures.name,
      seconds: files.seconds,
      position: playbackPositions.seconds,
      stoppedAt: playbackPositions.updatedAt,
      completedAt: lectureCompletions.completedAt,
    })
    .from(products)
    .innerJoin(courses, eq(courses.productId, products.id))
    .leftJoin(lectures, and(eq(lectures.courseId, products.id), isNull(lectures.retiredAt)))
    .leftJoin(files, eq(files.id, lectures.recordingFileId))
    .leftJoin(
      playbackPositions,
      and(eq(playbackPositions.fileId, lectures.recordingFileId), eq(playbackPositions.memberId, memberId)),
    )
    .leftJoin(
      lectureCompletions,
      and(eq(lectureCompletions.lectureId, lectures.id), eq(lectureCompletions.memberId, memberId)),
    )
    .leftJoin(
      examPapers,
      and(eq(examPapers.courseId, products.id), eq(examPapers.memberId, memberId), isNull(examPapers.attemptId)),
    )
    .leftJoin(
      certificates,
      and(eq(certificates.courseId, products.id), eq(certificates.memberId, memberId), isNull(certificates.revokedAt)),
    )
    .where(and(eq(products.kind, 'course'), ownedBy(memberId)))
    .orderBy(...shelfOrder, asc(lectures.position)),
)

/**
 * Lists the lectures of the member's courses in order, with resume positions. A course without lectures has one row
 * without a lecture.
 */
export function listStudiedLectures(db: Executor, memberId: string) {
  return studyStatus(db, { memberId })
}
