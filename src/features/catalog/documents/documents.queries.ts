import { and, asc, eq, exists, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { documentFiles } from '#db/tables/handouts.ts'
import { files } from '#db/tables/files.ts'
import { purchases } from '#db/tables/sales.ts'
import { total } from '#db/total.ts'
import { isDisputedFor, isOwnedBy, ownedBy } from '#features/foundation/ownership/ownership.public.ts'
import { hasAddress, shelfOrder, isPublished } from '#features/foundation/products/products.public.ts'
import { PDF } from './documents.rules.ts'
import { isUuid } from '#shared/ids.ts'
import { type RowRange, ALL_ROWS } from '#shared/paging.ts'

const preview = alias(files, 'preview')
const sample = alias(files, 'sample')

const isDocument = eq(products.kind, 'document')

type DocumentFileRow = { label: string; id: string; name: string }

/** Selects the document's files. The list is empty unless the member has access to the document. */
function filesFor(memberId: string) {
  return sql`coalesce((
    select json_agg(json_build_object('label', ${documentFiles.name}, 'id', ${files.id}, 'name', ${files.name}) order by ${documentFiles.position})
    from ${documentFiles} join ${files} on ${files.id} = ${documentFiles.fileId}
    where ${documentFiles.productId} = ${products.id} and ${ownedBy(memberId)}), '[]')`
}

type PreviewImage = { id: string; name: string }

type DocumentContents = {
  name: string
  contentType: string
  pages: number | null
  preview: PreviewImage | null
  sample: PreviewImage | null
}

/** Selects public data about the document's files: names, types, page counts, and previews of first pages. */
function selectContents() {
  return sql<DocumentContents[]>`coalesce((
    select json_agg(json_build_object('name', ${documentFiles.name}, 'contentType', ${files.contentType}, 'pages', ${files.pages},
      'preview', (select json_build_object('id', drawn.id, 'name', drawn.name) from ${files} drawn where drawn.id = ${documentFiles.previewFileId}),
      'sample', (select json_build_object('id', drawn.id, 'name', drawn.name) from ${files} drawn where drawn.id = ${documentFiles.sampleFileId})
    ) order by ${documentFiles.position})
    from ${documentFiles} join ${files} on ${files.id} = ${documentFiles.fileId}
    where ${documentFiles.productId} = ${products.id}), '[]')`
}

function columnsFor(memberId: string | undefined) {
  return {
    id: products.id,
    slug: products.slug,
    title: products.title,
    shortDescription: products.shortDescription,
    fullDescription: products.fullDescription,
    priceCents: products.priceCents,
    currency: products.currency,
    isPurchased: isOwnedBy(memberId),
    isDisputed: isDisputedFor(memberId),
    // The sql`` is nested because Drizzle omits table names from the outermost one when a select has only one table.
    files: memberId === undefined ? sql<DocumentFileRow[]>`'[]'::json` : sql<DocumentFileRow[]>`${filesFor(memberId)}`,
  }
}

function listDocuments(
  db: Executor,
  memberId: string | undefined,
  condition: SQL,
  { limit, offset }: RowRange = ALL_ROWS,
) {
  return db
    .select({ ...columnsFor(memberId), total })
    .from(products)
    .where(and(isDocument, condition))
    .orderBy(...shelfOrder)
    .limit(limit)
    .offset(offset)
}

export type DocumentRow = Omit<Awaited<ReturnType<typeof listDocuments>>[number], 'total'>

async function findDocument(db: Executor, memberId: string | undefined, condition: SQL | undefined) {
  const columns = { ...columnsFor(memberId), inside: sql<DocumentContents[]>`${selectContents()}` }
  const [document] = await db.select(columns).from(products).where(and(isDocument, condition)).limit(1)
  return document
}

export function listPublishedDocuments(db: Executor, memberId: string | undefined, part?: RowRange) {
  return listDocuments(db, memberId, isPublished, part)
}

/** Lists the member's documents, including those that are no longer for sale. */
export function listOwnedDocuments(db: Executor, memberId: string) {
  return listDocuments(db, memberId, ownedBy(memberId))
}

export function findPublishedDocument(db: Executor, memberId: string | undefined, slug: string) {
  return findDocument(db, memberId, and(isPublished, hasAddress(slug)))
}

/** Finds a document by its slug, or by any purchase of it that this member started. */
export function findMemberDocument(db: Executor, memberId: string, slugOrPurchaseId: string) {
  const isOwnPurchase = isUuid(slugOrPurchaseId)
    ? exists(
        db
          .select({ id: purchases.id })
          .from(purchases)
          .where(
            and(
              eq(purchases.id, slugOrPurchaseId),
              eq(purchases.memberId, memberId),
              eq(purchases.productId, products.id),
            ),
          ),
      )
    : undefined
  return findDocument(
    db,
    memberId,
    and(or(hasAddress(slugOrPurchaseId), isOwnPurchase), or(isPublished, ownedBy(memberId), isDisputedFor(memberId))),
  )
}

type SavedFile = { name: string; fileId: string; isSample: boolean }

/** Replaces the files of a document, but keeps the previews that they already have. */
export async function replaceDocumentFiles(tx: Executor, productId: string, list: SavedFile[]): Promise<void> {
  const before = await tx.delete(documentFiles).where(eq(documentFiles.productId, productId)).returning()
  const drawn = new Map(before.map((row) => [row.fileId, row]))
  const rows = list.map((file, position) => ({
    ...file,
    productId,
    position,
    previewFileId: drawn.get(file.fileId)?.previewFileId ?? null,
    sampleFileId: file.isSample ? (drawn.get(file.fileId)?.sampleFileId ?? null) : null,
  }))
  if (rows.length > 0) await tx.insert(documentFiles).values(rows)
}

const MAX_PREVIEW_SOURCE_BYTES = 40_000_000
const PREVIEW_BATCH_SIZE = 50

export type PreviewSize = 'preview' | 'sample'

const COLUMN = {
  preview: { column: documentFiles.previewFileId, key: 'previewFileId' },
  sample: { column: documentFiles.sampleFileId, key: 'sampleFileId' },
} as const

/**
 * Lists PDFs without a first-page preview of this size, except those whose rendering failed after `triedBefore`. `slug`
 * limits the list to one document.
 */
export function listFilesWithoutPreview(db: Executor, what: PreviewSize, triedBefore: Date) {
  const isWanted = what === 'sample' ? documentFiles.isSample : undefined
  return db
    .selectDistinctOn([files.id], {
      id: files.id,
      sha256: files.sha256,
      name: files.name,
      undrawnAt: files.undrawnAt,
      slug: products.slug,
    })
    .from(documentFiles)
    .innerJoin(files, eq(files.id, documentFiles.fileId))
    .innerJoin(products, eq(products.id, documentFiles.productId))
    .where(
      and(
        isNull(COLUMN[what].column),
        isWanted,
        eq(files.contentType, PDF),
        lt(files.bytes, MAX_PREVIEW_SOURCE_BYTES),
        or(isNull(files.undrawnAt), lt(files.undrawnAt, triedBefore)),
      ),
    )
    .limit(PREVIEW_BATCH_SIZE)
}

export async function savePreview(
  tx: Executor,
  what: PreviewSize,
  { fileId, pictureId }: { fileId: string; pictureId: string },
): Promise<void> {
  await tx
    .update(documentFiles)
    .set({ [COLUMN[what].key]: pictureId })
    .where(and(eq(documentFiles.fileId, fileId), what === 'sample' ? documentFiles.isSample : undefined))
  await savePreviewFailure(tx, fileId, null)
}

export async function savePreviewFailure(db: Executor, fileId: string, undrawnAt: Date | null): Promise<void> {
  const isOther = undrawnAt === null ? isNotNull(files.undrawnAt) : undefined
  await db
    .update(files)
    .set({ undrawnAt })
    .where(and(eq(files.id, fileId), isOther))
}

export function listHandouts(db: Executor, productId: string) {
  return db
    .select({ name: documentFiles.name, file: documentFiles.fileId, isSample: documentFiles.isSample })
    .from(documentFiles)
    .where(eq(documentFiles.productId, productId))
    .orderBy(asc(documentFiles.position))
}

/** Lists the public pictures of first pages. */
export function listFirstPages(db: Executor, productId: string) {
  return db
    .select({
      fileId: documentFiles.fileId,
      preview: { id: preview.id, name: preview.name },
      sample: { id: sample.id, name: sample.name },
    })
    .from(documentFiles)
    .leftJoin(preview, eq(preview.id, documentFiles.previewFileId))
    .leftJoin(sample, eq(sample.id, documentFiles.sampleFileId))
    .where(eq(documentFiles.productId, productId))
}
