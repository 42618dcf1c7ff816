import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open.ts'
import { attachments, documentFiles, lectures, podcasts, productImages, products } from '#db/tables/catalogue.ts'
import { files } from '#db/tables/files.ts'
import { type Image, imageAddress, type KeptFile } from './media.rules.ts'

export async function findFile(db: Executor, fileId: string): Promise<KeptFile | undefined> {
  const [file] = await db
    .select({
      id: files.id,
      sha256: files.sha256,
      name: files.name,
      contentType: files.contentType,
      isPublic: files.isPublic,
    })
    .from(files)
    .where(eq(files.id, fileId))
  return file
}

/** The products that hand out this file to whoever owns them. `isFree`: every member may have it. */
export function productsWithFile(db: Executor, fileId: string): Promise<{ productId: string; isFree: boolean }[]> {
  const notFree = sql<boolean>`false`
  return unionAll(
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
      .select({
        productId: podcasts.productId,
        isFree: sql<boolean>`not ${podcasts.isForSale} and ${products.publishedAt} is not null`,
      })
      .from(podcasts)
      .innerJoin(products, eq(products.id, podcasts.productId))
      .where(
        or(eq(podcasts.audioFileId, fileId), eq(podcasts.videoFileId, fileId), eq(podcasts.captionsFileId, fileId)),
      ),
  )
}

/** The covers of several products in one statement, by product id; a product without a cover is not in the map. */
export async function imagesOf(db: Executor, productIds: string[]): Promise<Map<string, Image[]>> {
  const images = new Map<string, Image[]>()
  if (productIds.length === 0) return images
  const rows = await db
    .select({
      productId: productImages.productId,
      format: productImages.format,
      width: productImages.width,
      fileId: files.id,
      name: files.name,
    })
    .from(productImages)
    .innerJoin(files, and(eq(files.id, productImages.fileId), eq(files.isPublic, true)))
    .where(inArray(productImages.productId, productIds))
    .orderBy(asc(productImages.format), asc(productImages.width))
  for (const { productId, fileId, name, format, width } of rows) {
    const image = { format, width, url: imageAddress(fileId, name) }
    images.set(productId, [...(images.get(productId) ?? []), image])
  }
  return images
}
