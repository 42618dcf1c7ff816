import { and, asc, eq, exists, isNotNull, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open.ts'
import { prepared } from '#db/prepared.ts'
import { attachments, documentFiles, lectures, podcasts, productImages, products } from '#db/tables/catalogue.ts'
import { files } from '#db/tables/files.ts'
import { ownedBy } from '#features/ownership/ownership.public.ts'
import { type Cover, type Image, imagesFrom, type KeptFile } from './media.rules.ts'

const fileColumns = {
  id: files.id,
  sha256: files.sha256,
  name: files.name,
  contentType: files.contentType,
  isPublic: files.isPublic,
  seconds: files.seconds,
}

const keptFile = prepared('kept_file', ['fileId'], (db, { fileId }) =>
  db.select(fileColumns).from(files).where(eq(files.id, fileId)),
)

export async function findFile(db: Executor, fileId: string): Promise<KeptFile | undefined> {
  const [file] = await keptFile(db, { fileId })
  return file
}

const fileForMember = prepared('file_for_member', ['fileId', 'memberId'], (db, { fileId, memberId }) => {
  const notFree = sql<boolean>`false`.as('is_free')
  // The products that hand out this file to whoever owns them; what is free every member may have.
  const handingOut = unionAll(
    db
      .select({ productId: lectures.courseId, isFree: notFree })
      .from(lectures)
      .where(or(eq(lectures.videoFileId, fileId), eq(lectures.captionsFileId, fileId))),
    db
      .select({ productId: lectures.courseId, isFree: notFree })
      .from(attachments)
      .innerJoin(lectures, eq(lectures.id, attachments.lectureId))
      .where(eq(attachments.fileId, fileId)),
    db
      .select({ productId: documentFiles.productId, isFree: notFree })
      .from(documentFiles)
      .where(eq(documentFiles.fileId, fileId)),
    db
      .select({ productId: podcasts.productId, isFree: sql<boolean>`not ${podcasts.isForSale}`.as('is_free') })
      .from(podcasts)
      .where(
        or(eq(podcasts.audioFileId, fileId), eq(podcasts.videoFileId, fileId), eq(podcasts.captionsFileId, fileId)),
      ),
  ).as('handing_out')
  return db
    .select(fileColumns)
    .from(files)
    .where(
      and(
        eq(files.id, fileId),
        exists(
          db
            .select({ id: products.id })
            .from(handingOut)
            .innerJoin(products, eq(products.id, handingOut.productId))
            .where(or(and(handingOut.isFree, isNotNull(products.publishedAt)), ownedBy(memberId))),
        ),
      ),
    )
})

/** The file, when a product that hands it out is the member's, or a free podcast. */
export async function findFileFor(db: Executor, memberId: string, fileId: string): Promise<KeptFile | undefined> {
  const [file] = await fileForMember(db, { fileId, memberId })
  return file
}

const coverJoin = and(eq(files.id, productImages.fileId), eq(files.isPublic, true))

/** The covers of the row of `products` at hand, as a column; `imagesFrom` makes images of them. */
export const coversOfProduct = sql<Cover[]>`(select coalesce(json_agg(
    json_build_object('format', ${productImages.format}, 'width', ${productImages.width}, 'fileId', ${files.id}, 'name', ${files.name})
    order by ${productImages.format}, ${productImages.width}), '[]')
  from ${productImages} join ${files} on ${coverJoin} where ${productImages.productId} = ${products.id})`

const coversOf = prepared('covers_of', ['productIds'], (db, { productIds }) =>
  db
    .select({
      productId: productImages.productId,
      format: productImages.format,
      width: productImages.width,
      fileId: files.id,
      name: files.name,
    })
    .from(productImages)
    .innerJoin(files, coverJoin)
    .where(sql`${productImages.productId} = any(${productIds})`)
    .orderBy(asc(productImages.format), asc(productImages.width)),
)

/** The covers of several products in one statement, by product id; a product without a cover is not in the map. */
export async function imagesOf(db: Executor, productIds: string[]): Promise<Map<string, Image[]>> {
  if (productIds.length === 0) return new Map()
  const rows = Map.groupBy(await coversOf(db, { productIds }), ({ productId }) => productId)
  return new Map([...rows].map(([productId, covers]) => [productId, imagesFrom(covers)]))
}
