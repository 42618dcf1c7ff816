import { eq, sql } from 'drizzle-orm'
import { type AnyPgColumn, QueryBuilder } from 'drizzle-orm/pg-core'
import { attachments, documentFiles, lectures, podcasts } from './catalogue.ts'

const each = new QueryBuilder()
const handsOut = (productId: AnyPgColumn, fileId: AnyPgColumn, isFree = sql`false`) => ({
  productId: sql<string>`${productId}`.as('product_id'),
  fileId: sql<string | null>`${fileId}`.as('file_id'),
  isFree: sql<boolean>`${isFree}`.as('is_free'),
})
const isFreePodcast = sql`not ${podcasts.isForSale}`

/**
 * Which product includes which file: for its owners, and for every member if it is free. All kinds in one table, which
 * the file server reads.
 */
export const handouts = each
  .select(handsOut(lectures.courseId, lectures.videoFileId))
  .from(lectures)
  .unionAll(each.select(handsOut(lectures.courseId, lectures.captionsFileId)).from(lectures))
  .unionAll(
    each
      .select(handsOut(lectures.courseId, attachments.fileId))
      .from(attachments)
      .innerJoin(lectures, eq(lectures.id, attachments.lectureId)),
  )
  .unionAll(each.select(handsOut(documentFiles.productId, documentFiles.fileId)).from(documentFiles))
  .unionAll(each.select(handsOut(podcasts.productId, podcasts.audioFileId, isFreePodcast)).from(podcasts))
  .unionAll(each.select(handsOut(podcasts.productId, podcasts.videoFileId, isFreePodcast)).from(podcasts))
  .unionAll(each.select(handsOut(podcasts.productId, podcasts.captionsFileId, isFreePodcast)).from(podcasts))
  .as('handouts')
