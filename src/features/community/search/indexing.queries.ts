import { and, desc, eq, gte, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open-database.ts'
import { attachments, lectures, products } from '#db/tables/catalog.ts'
import { documentFiles, podcasts } from '#db/tables/handouts.ts'
import { files } from '#db/tables/files.ts'
import { passages, texts } from '#db/tables/search.ts'
import { READER_VERSION } from '#shared/reader-version.ts'
import type { Passage } from './passages.rules.ts'

const READ_BATCH_SIZE = 20
const WRITE_BATCH_SIZE = 500

/** Every searchable file with its displayed name. */
function handedOut(db: Executor) {
  return unionAll(
    db
      .select({
        kind: sql<'transcript' | 'handout'>`'transcript'::text_kind`.as('kind'),
        productId: sql<string>`${lectures.courseId}`.as('product_id'),
        lectureId: sql<string | null>`${lectures.id}`.as('lecture_id'),
        fileId: sql<string>`${lectures.captionsFileId}`.as('file_id'),
        title: sql<string>`${lectures.name}`.as('title'),
      })
      .from(lectures)
      .where(and(isNull(lectures.retiredAt), sql`${lectures.captionsFileId} is not null`)),
    db
      .select({
        kind: sql<'transcript' | 'handout'>`'handout'::text_kind`.as('kind'),
        productId: sql<string>`${lectures.courseId}`.as('product_id'),
        lectureId: sql<string | null>`${lectures.id}`.as('lecture_id'),
        fileId: sql<string>`${attachments.fileId}`.as('file_id'),
        title: sql<string>`${attachments.name}`.as('title'),
      })
      .from(attachments)
      .innerJoin(lectures, and(eq(lectures.id, attachments.lectureId), isNull(lectures.retiredAt))),
    db
      .select({
        kind: sql<'transcript' | 'handout'>`'transcript'::text_kind`.as('kind'),
        productId: sql<string>`${podcasts.productId}`.as('product_id'),
        lectureId: sql<string | null>`null::uuid`.as('lecture_id'),
        fileId: sql<string>`${podcasts.captionsFileId}`.as('file_id'),
        title: sql<string>`${products.title}`.as('title'),
      })
      .from(podcasts)
      .innerJoin(products, eq(products.id, podcasts.productId))
      .where(sql`${podcasts.captionsFileId} is not null`),
    db
      .select({
        kind: sql<'transcript' | 'handout'>`'handout'::text_kind`.as('kind'),
        productId: sql<string>`${documentFiles.productId}`.as('product_id'),
        lectureId: sql<string | null>`null::uuid`.as('lecture_id'),
        fileId: sql<string>`${documentFiles.fileId}`.as('file_id'),
        title: sql<string>`${documentFiles.name}`.as('title'),
      })
      .from(documentFiles),
  ).as('handed')
}

/**
 * At most 20 files in use, excluding `besides`, that have not been read yet, or only by an earlier version of the
 * reader.
 */
export async function listUnindexed(db: Executor, besides: readonly string[]) {
  const handed = handedOut(db)
  // Word files first, because earlier versions of the reader also stored Word's hidden text.
  const isWord = sql<boolean>`${files.contentType} like '%wordprocessingml%'`.as('is_word')
  return db
    .selectDistinct({
      kind: handed.kind,
      productId: handed.productId,
      lectureId: handed.lectureId,
      title: handed.title,
      file: {
        id: files.id,
        sha256: files.sha256,
        bytes: files.bytes,
        contentType: files.contentType,
        transcript: files.transcript,
        isWord,
      },
    })
    .from(handed)
    .innerJoin(files, eq(files.id, handed.fileId))
    .where(
      and(
        notInArray(files.id, [...besides]),
        or(ne(handed.kind, 'transcript'), gte(files.readerVersion, READER_VERSION)),
        // Written out in full, because an aliased column is rendered without its table and would refer to `texts`
        // inside the subquery.
        sql`not exists (select from ${texts} where ${texts.readerVersion} >= ${READER_VERSION} and ${texts.fileId} = handed.file_id and ${texts.productId} = handed.product_id
        and ${texts.lectureId} is not distinct from handed.lecture_id and ${texts.kind} = handed.kind and ${texts.title} = handed.title)`,
      ),
    )
    .orderBy(desc(isWord))
    .limit(READ_BATCH_SIZE)
}

export type UnindexedFile = Awaited<ReturnType<typeof listUnindexed>>[number]

/** Deletes the text of files that are no longer in use or were renamed. */
export async function deleteStaleTexts(db: Executor): Promise<void> {
  const handed = handedOut(db)
  await db.delete(texts).where(
    sql`${texts.fileId} is not null and not exists (${db
      .select({ one: sql`1` })
      .from(handed)
      .where(
        sql`${handed.fileId} = ${texts.fileId} and ${handed.productId} = ${texts.productId} and ${handed.lectureId} is not distinct from ${texts.lectureId}
          and ${handed.kind} = ${texts.kind} and ${handed.title} = ${texts.title}`,
      )})`,
  )
}

/**
 * Stores a file's text, even if it is empty, replacing what an earlier version of the reader stored. If two processes
 * read a file at the same time, only one stores it.
 */
export async function saveText(
  tx: Executor,
  { kind, productId, lectureId, title, file }: UnindexedFile,
  newPassages: readonly Passage[],
): Promise<void> {
  const { id: fileId } = file
  await tx.select({ id: files.id }).from(files).where(eq(files.id, fileId)).for('no key update')
  const [indexed] = await tx
    .select({ id: texts.id, readerVersion: texts.readerVersion })
    .from(texts)
    .where(
      and(
        eq(texts.fileId, fileId),
        eq(texts.productId, productId),
        sql`${texts.lectureId} is not distinct from ${lectureId}`,
        eq(texts.kind, kind),
        eq(texts.title, title),
      ),
    )
  if (indexed && indexed.readerVersion >= READER_VERSION) return
  if (indexed) await tx.delete(texts).where(eq(texts.id, indexed.id))
  const [text] = await tx
    .insert(texts)
    .values({ kind, productId, lectureId, fileId, title, readerVersion: READER_VERSION })
    .returning({ id: texts.id })
  if (!text) throw new Error('no text was kept')
  const rows = newPassages.map((passage, place) => ({
    ...passage,
    textId: text.id,
    productId,
    kind,
    // Handouts can also be found by name.
    title: kind === 'handout' && place === 0 ? title : '',
  }))
  for (let from = 0; from < rows.length; from += WRITE_BATCH_SIZE)
    await tx.insert(passages).values(rows.slice(from, from + WRITE_BATCH_SIZE))
}
