import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { KIND_NAMES } from '#shared/kinds.ts'
import { files } from './files.ts'

/** Begins with a letter, as the ids of folders must. */
const NEW_KEY = sql`'k' || replace(gen_random_uuid()::text, '-', '')`

export const productKind = pgEnum('product_kind', KIND_NAMES)

export const products = pgTable(
  'products',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The public id: fixed once published. */
    slug: text().notNull().unique(),
    kind: productKind().notNull(),
    title: text().notNull(),
    shortDescription: text('short_description').notNull(),
    /** Markdown. */
    fullDescription: text('full_description').notNull(),
    priceCents: integer('price_cents').notNull(),
    currency: text().notNull().default('usd'),
    position: integer().notNull().default(0),
    publishedAt: timestamp('published_at', { withTimezone: true }),
    /** Whether staff has put it on sale or taken it off, since a folder last said the same; null: it is as the folder says. */
    saleChosen: boolean('sale_chosen'),
    /** First published by somebody who may not set prices: it stays off sale until somebody who may sets the price. */
    isPricePending: boolean('is_price_pending').notNull().default(false),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('products_shelf').on(table.kind, table.position, table.slug),
    check('products_price', sql`${table.priceCents} >= 0`),
    check('products_currency', sql`${table.currency} ~ '^[a-z]{3}$'`),
  ],
)

/** Every address that a product has now or had earlier: an earlier one still leads to it, and is never given to another. A trigger writes them. */
export const productAddresses = pgTable(
  'product_addresses',
  {
    slug: text().primaryKey(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
  },
  (table) => [index('product_addresses_product').on(table.productId)],
)

export const imageFormat = pgEnum('image_format', ['avif', 'webp'])

/** A product's cover in each format and width. Covers are public. */
export const productImages = pgTable(
  'product_images',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    format: imageFormat().notNull(),
    width: integer().notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
  },
  (table) => [primaryKey({ columns: [table.productId, table.format, table.width] })],
)

export const courses = pgTable('courses', {
  productId: uuid('product_id')
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
  level: text().notNull().default(''),
  sources: text()
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
  examinationTitle: text('examination_title').notNull(),
  /** How many questions of its bank an examination asks; null where it asks all. */
  examinationDraw: integer('examination_draw'),
  /** What one can do after it, a line each. */
  outcomes: text()
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
  /** For whom it is. */
  audience: text().notNull().default(''),
  /** What buyers ask, each with its reply. */
  commonQuestions: jsonb('common_questions').$type<{ question: string; reply: string }[]>().notNull().default([]),
  /** Who teaches it, where that is not the founder. */
  teacher: jsonb().$type<{ name: string; credentials: string; license: string; experience: string; text: string }>(),
  teacherPortraitFileId: uuid('teacher_portrait_file_id').references(() => files.id),
})

/** A question to check oneself by, as it is stored with its lecture. */
type PracticeQuestion = {
  /** Names it within its lecture. */
  key: string
  question: string
  options: string[]
  /** The names of `options` within the question; none where their author gave none. */
  optionKeys: string[]
  /** Index into `options`, from 0. */
  answerIndex: number
  rationale: string
}

export const lectures = pgTable(
  'lectures',
  {
    id: uuid().primaryKey().defaultRandom(),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId, { onDelete: 'cascade' }),
    /** Names the lecture within its course for good, whatever becomes of its words and its address. */
    key: text().notNull().default(NEW_KEY),
    /** Its address within the course. */
    slug: text().notNull(),
    position: integer().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    videoFileId: uuid('video_file_id').references(() => files.id),
    captionsFileId: uuid('captions_file_id').references(() => files.id),
    posterFileId: uuid('poster_file_id').references(() => files.id),
    /** Played to everybody while the course is on offer. */
    isSample: boolean('is_sample').notNull().default(false),
    /** Never questions of the examination. */
    practice: jsonb().$type<PracticeQuestion[]>().notNull().default([]),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull().defaultNow(),
    /** Left out of the course since; kept for those who have completed it. */
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('lectures_key').on(table.courseId, table.key),
    uniqueIndex('lectures_slug').on(table.courseId, table.slug),
    index('lectures_order').on(table.courseId, table.position),
    index('lectures_video').on(table.videoFileId),
    index('lectures_captions').on(table.captionsFileId),
  ],
)

/** Every address that a lecture has now or had earlier within its course. One is given to another lecture only by its author. A trigger writes them. */
export const lectureAddresses = pgTable(
  'lecture_addresses',
  {
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId, { onDelete: 'cascade' }),
    slug: text().notNull(),
    lectureId: uuid('lecture_id')
      .notNull()
      .references(() => lectures.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.courseId, table.slug] }),
    index('lecture_addresses_lecture').on(table.lectureId),
  ],
)

export const subLectures = pgTable(
  'sub_lectures',
  {
    id: uuid().primaryKey().defaultRandom(),
    lectureId: uuid('lecture_id')
      .notNull()
      .references(() => lectures.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    title: text().notNull(),
  },
  (table) => [uniqueIndex('sub_lectures_order').on(table.lectureId, table.position)],
)

export const attachments = pgTable(
  'attachments',
  {
    lectureId: uuid('lecture_id')
      .notNull()
      .references(() => lectures.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    name: text().notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
  },
  (table) => [primaryKey({ columns: [table.lectureId, table.position] }), index('attachments_file').on(table.fileId)],
)

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

/** Every file name under which an episode was played: players keep the first one. A trigger writes them. */
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
    /** Pictures of its first page for everybody: small; and, where it is a sample, large enough to be read. */
    previewFileId: uuid('preview_file_id').references(() => files.id),
    isSample: boolean('is_sample').notNull().default(false),
    sampleFileId: uuid('sample_file_id').references(() => files.id),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    index('document_files_file').on(table.fileId),
  ],
)

export const questions = pgTable(
  'questions',
  {
    id: uuid().primaryKey().defaultRandom(),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId, { onDelete: 'cascade' }),
    /** Names the question within its course for good, whatever becomes of its words. */
    key: text().notNull().default(NEW_KEY),
    position: integer().notNull(),
    question: text().notNull(),
    options: jsonb().$type<string[]>().notNull(),
    /** Names each of `options` within its question; empty where their author named none. */
    optionKeys: jsonb('option_keys').$type<string[]>().notNull().default([]),
    /** Index into `options`, from 0. */
    answerIndex: integer('answer_index').notNull(),
    rationale: text().notNull(),
    /** The lecture that teaches it. */
    lectureId: uuid('lecture_id').references(() => lectures.id, { onDelete: 'set null' }),
    /** From 1; one more whenever its words, its options or its answer change. A trigger counts. */
    version: integer().notNull().default(1),
    /** No longer asked; kept because attempts refer to it. */
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('questions_key').on(table.courseId, table.key),
    index('questions_order').on(table.courseId, table.position),
    check(
      'questions_answer',
      sql`${table.answerIndex} >= 0 and ${table.answerIndex} < jsonb_array_length(${table.options})`,
    ),
  ],
)
