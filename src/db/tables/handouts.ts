import { eq, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  QueryBuilder,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { attachments, lectures, products } from './catalog.ts'
import { files } from './files.ts'

export const podcasts = pgTable(
  'podcasts',
  {
    productId: uuid('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    isForSale: boolean('is_for_sale').notNull(),
    launchDate: date('launch_date', { mode: 'string' }).notNull(),
    audioFileId: uuid('audio_file_id').references(() => files.id),
    videoFileId: uuid('video_file_id').references(() => files.id),
    captionsFileId: uuid('captions_file_id').references(() => files.id),
    posterFileId: uuid('poster_file_id').references(() => files.id),
  },
  (table) => [
    index('podcasts_audio').on(table.audioFileId),
    index('podcasts_video').on(table.videoFileId),
    index('podcasts_captions').on(table.captionsFileId),
  ],
)

/** All file names that an episode has had, because podcast players keep the first one. Written by a trigger. */
export const episodeFileNames = pgTable(
  'episode_file_names',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    isCaptions: boolean('is_captions').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.name] })],
)

export const documentFiles = pgTable(
  'document_files',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    name: text().notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    /** Public pictures of the first page: a small one and, for samples, a readable one. */
    previewFileId: uuid('preview_file_id').references(() => files.id),
    isSample: boolean('is_sample').notNull().default(false),
    sampleFileId: uuid('sample_file_id').references(() => files.id),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    index('document_files_file').on(table.fileId),
  ],
)

const each = new QueryBuilder()
const handsOut = (productId: AnyPgColumn, fileId: AnyPgColumn, freeFrom = sql`null::date`) => ({
  productId: sql<string>`${productId}`.as('product_id'),
  fileId: sql<string | null>`${fileId}`.as('file_id'),
  freeFrom: sql<string | null>`${freeFrom}`.as('free_from'),
})
const launchIfFree = sql`case when not ${podcasts.isForSale} then ${podcasts.launchDate} end`

/**
 * The files that each product includes. Members with access may use them. If the product is free, all members may use
 * them from `free_from` on. The file server reads this subquery for all kinds of files.
 */
export const handouts = each
  .select(handsOut(lectures.courseId, lectures.recordingFileId))
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
