import { eq, sql } from 'drizzle-orm'
import { type AnyPgColumn, QueryBuilder } from 'drizzle-orm/pg-core'
import { attachments, documentFiles, lectures, podcasts } from './catalogue.ts'

const each = new QueryBuilder()
const handsOut = (productId: AnyPgColumn, fileId: AnyPgColumn, freeFrom = sql`null::date`) => ({
  productId: sql<string>`${productId}`.as('product_id'),
  fileId: sql<string | null>`${fileId}`.as('file_id'),
  freeFrom: sql<string | null>`${freeFrom}`.as('free_from'),
})
const launchIfFree = sql`case when not ${podcasts.isForSale} then ${podcasts.launchDate} end`

/**
 * Which product includes which file: for its owners, and from a day on for every member if it is free. All kinds in one
 * table, which the file server reads.
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
  .unionAll(each.select(handsOut(podcasts.productId, podcasts.audioFileId, launchIfFree)).from(podcasts))
  .unionAll(each.select(handsOut(podcasts.productId, podcasts.videoFileId, launchIfFree)).from(podcasts))
  .unionAll(each.select(handsOut(podcasts.productId, podcasts.captionsFileId, launchIfFree)).from(podcasts))
  .as('handouts')
