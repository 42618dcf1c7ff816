import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { auditEvents } from '#db/tables/audit.ts'
import { attachments, lectures, products } from '#db/tables/catalog.ts'
import { files } from '#db/tables/files.ts'

type Contents = Partial<Pick<typeof files.$inferInsert, 'seconds' | 'pages' | 'words' | 'transcript' | 'warnings'>>

/**
 * At most 20 stored files, excluding `besides`, that were read only by an earlier version of the reader or not at all,
 * oldest first.
 */
export function listOutdated(
  db: Executor,
  { version, types, besides }: { version: number; types: readonly string[]; besides: readonly string[] },
) {
  return (
    db
      .select({ id: files.id, name: files.name, sha256: files.sha256, contentType: files.contentType })
      .from(files)
      .where(
        and(
          lt(files.readerVersion, version),
          inArray(files.contentType, [...types]),
          notInArray(files.id, [...besides]),
        ),
      )
      // Captions first, because pages show transcripts.
      .orderBy(desc(eq(files.contentType, 'text/vtt')), asc(files.createdAt), asc(files.id))
      .limit(20)
  )
}

export async function saveContents(tx: Transaction, id: string, version: number, contents: Contents): Promise<void> {
  await tx
    .update(files)
    .set({ ...contents, readerVersion: version })
    .where(eq(files.id, id))
}

/** Courses for sale that count this file toward their study time. */
export function listCoursesWithFile(db: Executor, fileId: string) {
  return db
    .selectDistinct({ id: products.id, slug: products.slug, title: products.title })
    .from(lectures)
    .innerJoin(products, and(eq(products.id, lectures.courseId), isNotNull(products.publishedAt)))
    .leftJoin(attachments, eq(attachments.lectureId, lectures.id))
    .where(and(isNull(lectures.retiredAt), or(eq(lectures.recordingFileId, fileId), eq(attachments.fileId, fileId))))
    .orderBy(asc(products.slug))
}

export const HOURS_RECALCULATED = 'course.hours_recalculated'
export const HOURS_KEY = 'contact hours of the worksheet'

/** Courses whose worksheet hours have changed since this time because stored files were read again. */
export async function listChangedHours(db: Executor, since: Date) {
  const before = sql<string>`(array_agg(${auditEvents.before} ->> ${HOURS_KEY} order by ${auditEvents.id}))[1]`
  const after = sql<string>`(array_agg(${auditEvents.after} ->> ${HOURS_KEY} order by ${auditEvents.id} desc))[1]`
  const changed = await db
    .select({ productId: products.id, title: products.title, before, after })
    .from(auditEvents)
    .innerJoin(products, eq(products.slug, auditEvents.subjectId))
    .where(and(eq(auditEvents.kind, HOURS_RECALCULATED), gte(auditEvents.at, since)))
    .groupBy(products.id, products.title)
    .orderBy(asc(products.title))
  return changed.filter((course) => course.before !== course.after)
}
