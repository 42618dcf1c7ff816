import { and, asc, eq, inArray, isNotNull, isNull, lt, notInArray, or } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open.ts'
import { attachments, lectures, products } from '#db/tables/catalogue.ts'
import { files } from '#db/tables/files.ts'

type Contents = Partial<Pick<typeof files.$inferInsert, 'seconds' | 'pages' | 'words' | 'transcript' | 'warnings'>>

/** Stored files that were read by earlier readers, or by none, the oldest first: twenty at most, none of `besides`. */
export function listOutdated(
  db: Executor,
  { version, types, besides }: { version: number; types: readonly string[]; besides: readonly string[] },
) {
  return db
    .select({ id: files.id, name: files.name, sha256: files.sha256, contentType: files.contentType })
    .from(files)
    .where(
      and(lt(files.readerVersion, version), inArray(files.contentType, [...types]), notInArray(files.id, [...besides])),
    )
    .orderBy(asc(files.createdAt), asc(files.id))
    .limit(20)
}

export async function saveContents(tx: Transaction, id: string, version: number, contents: Contents): Promise<void> {
  await tx
    .update(files)
    .set({ ...contents, readerVersion: version })
    .where(eq(files.id, id))
}

/** The courses on sale of whose study time a file is a part. */
export function coursesWith(db: Executor, fileId: string) {
  return db
    .selectDistinct({ id: products.id, slug: products.slug, title: products.title })
    .from(lectures)
    .innerJoin(products, and(eq(products.id, lectures.courseId), isNotNull(products.publishedAt)))
    .leftJoin(attachments, eq(attachments.lectureId, lectures.id))
    .where(and(isNull(lectures.retiredAt), or(eq(lectures.videoFileId, fileId), eq(attachments.fileId, fileId))))
    .orderBy(asc(products.slug))
}
