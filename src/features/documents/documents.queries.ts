import { and, asc, eq, exists, or, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { documentFiles, products } from '#db/tables/catalogue.ts'
import { files } from '#db/tables/files.ts'
import { purchases } from '#db/tables/sales.ts'
import { total } from '#db/total.ts'
import { isDisputedOf, isOwnedBy, ownedBy } from '#features/ownership/ownership.public.ts'
import { atAddress, inShelfOrder, isPublished } from '#features/products/products.public.ts'
import { isUuid } from '#shared/ids.ts'
import { type Part, WHOLE } from '#shared/paging.ts'

const isDocument = eq(products.kind, 'document')

type FileOfDocument = { label: string; id: string; name: string }

/** None until it is owned. */
function filesFor(memberId: string) {
  return sql`coalesce((
    select json_agg(json_build_object('label', ${documentFiles.name}, 'id', ${files.id}, 'name', ${files.name}) order by ${documentFiles.position})
    from ${documentFiles} join ${files} on ${files.id} = ${documentFiles.fileId}
    where ${documentFiles.productId} = ${products.id} and ${ownedBy(memberId)}), '[]')`
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
    isDisputed: isDisputedOf(memberId),
    // Wrapped in another sql``: where a select has one table only, Drizzle leaves the names of tables out of the outermost one.
    files: memberId === undefined ? sql<FileOfDocument[]>`'[]'::json` : sql<FileOfDocument[]>`${filesFor(memberId)}`,
  }
}

function listDocuments(db: Executor, memberId: string | undefined, condition: SQL, { limit, offset }: Part = WHOLE) {
  return db
    .select({ ...columnsFor(memberId), total })
    .from(products)
    .where(and(isDocument, condition))
    .orderBy(...inShelfOrder)
    .limit(limit)
    .offset(offset)
}

export type DocumentRow = Omit<Awaited<ReturnType<typeof listDocuments>>[number], 'total'>

async function findDocument(db: Executor, memberId: string | undefined, condition: SQL | undefined) {
  const [document] = await db.select(columnsFor(memberId)).from(products).where(and(isDocument, condition)).limit(1)
  return document
}

export function listPublishedDocuments(db: Executor, memberId: string | undefined, part?: Part) {
  return listDocuments(db, memberId, isPublished, part)
}

/** The documents that the member owns, on offer or not. */
export function listOwnedDocuments(db: Executor, memberId: string) {
  return listDocuments(db, memberId, ownedBy(memberId))
}

export function findPublishedDocument(db: Executor, memberId: string | undefined, slug: string) {
  return findDocument(db, memberId, and(isPublished, atAddress(slug)))
}

/** By its public id, or by a purchase of it that this member once began, whatever became of it. */
export function findDocumentOf(db: Executor, memberId: string, slugOrPurchaseId: string) {
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
    and(or(atAddress(slugOrPurchaseId), isOwnPurchase), or(isPublished, ownedBy(memberId), isDisputedOf(memberId))),
  )
}

export async function replaceDocumentFiles(tx: Executor, productId: string, list: { name: string; fileId: string }[]) {
  await tx.delete(documentFiles).where(eq(documentFiles.productId, productId))
  if (list.length > 0)
    await tx.insert(documentFiles).values(list.map((file, position) => ({ ...file, productId, position })))
}

/** The files of a document in order, as they are stored. */
export function handoutsOf(db: Executor, productId: string) {
  return db
    .select({ title: documentFiles.name, file: { id: files.id, sha256: files.sha256, name: files.name } })
    .from(documentFiles)
    .innerJoin(files, eq(files.id, documentFiles.fileId))
    .where(eq(documentFiles.productId, productId))
    .orderBy(asc(documentFiles.position))
}
