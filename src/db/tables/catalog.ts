import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
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
import { COMPLETION_RULES } from '#shared/completion-rule.ts'
import { KIND_NAMES } from '#shared/kinds.ts'
import { files } from './files.ts'

/** A new ID. It starts with a letter, because IDs in course folders must do so. */
const NEW_KEY = sql`'k' || replace(gen_random_uuid()::text, '-', '')`

export const productKind = pgEnum('product_kind', KIND_NAMES)

export const products = pgTable(
  'products',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The public ID, used in URLs. Earlier ones are in `product_addresses`. */
    slug: text().notNull().unique(),
    kind: productKind().notNull(),
    title: text().notNull(),
    shortDescription: text('short_description').notNull(),
    /** The description in Markdown. */
    fullDescription: text('full_description').notNull(),
    priceCents: integer('price_cents').notNull(),
    currency: text().notNull().default('usd'),
    position: integer().notNull().default(0),
    publishedAt: timestamp('published_at', { withTimezone: true }),
    /**
     * Whether staff last put the product on sale (true) or took it off sale (false). Null if an imported folder
     * decides.
     */
    saleChosen: boolean('sale_chosen'),
    /**
     * Set if staff without permission to set prices publish the product for the first time. It stays off sale until
     * someone with that permission sets the price.
     */
    isPricePending: boolean('is_price_pending').notNull().default(false),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('products_shelf').on(table.kind, table.position, table.slug),
    check('products_price', sql`${table.priceCents} >= 0`),
    check('products_currency', sql`${table.currency} ~ '^[a-z]{3}$'`),
  ],
)

/**
 * A product's current and earlier slugs. Earlier ones redirect to the current one and are never reused. Written by a
 * trigger.
 */
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
  /** How many questions an exam draws from the question bank. Null if it uses all of them. */
  examinationDraw: integer('examination_draw'),
  /** Learning outcomes, one per line. */
  outcomes: text()
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
  /** For whom the course is intended. */
  audience: text().notNull().default(''),
  /** Frequently asked questions, each with its answer. */
  commonQuestions: jsonb('common_questions').$type<{ question: string; reply: string }[]>().notNull().default([]),
  /** The instructor, if it is not the founder. */
  teacher: jsonb().$type<{ name: string; credentials: string; license: string; experience: string; text: string }>(),
  teacherPortraitFileId: uuid('teacher_portrait_file_id').references(() => files.id),
  /** 'none' if the course has no exam. Its questions are kept, so that it can have one again. */
  exam: text({ enum: ['none'] }),
  /** Whether a course without an exam gives a certificate for completing all lectures. */
  isCompletionCertificate: boolean('is_completion_certificate').notNull().default(false),
  /** Null for the default rule, which depends on the approval for contact hours. */
  completionRule: text('completion_rule', { enum: COMPLETION_RULES }),
})

/** A practice question, as stored with its lecture. */
type PracticeQuestion = {
  /** Identifies the question within its lecture. */
  key: string
  question: string
  options: string[]
  /** The IDs of the options, in the order of `options`. Empty if the author gave none. */
  optionKeys: string[]
  /** The index of the right answer in `options`, from 0. */
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
    /** Identifies the lecture within its course permanently, even if its text and slug change. */
    key: text().notNull().default(NEW_KEY),
    /** The lecture's slug, which is unique within the course. */
    slug: text().notNull(),
    position: integer().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    /** A lecture has a video, or audio, or only a text. */
    videoFileId: uuid('video_file_id').references(() => files.id),
    audioFileId: uuid('audio_file_id').references(() => files.id),
    /** The video or the audio. Null if learners read the lecture. */
    recordingFileId: uuid('recording_file_id').generatedAlwaysAs(sql`coalesce(video_file_id, audio_file_id)`),
    /** What learners read, in Markdown. Unlike the description, only members with access see it. */
    text: text().notNull().default(''),
    /** How many words learners read in the text. */
    readingWords: integer('reading_words').generatedAlwaysAs(
      sql`case "text" when '' then 0 else array_length(regexp_split_to_array(plain_words("text"), '\\s+'), 1) end`,
    ),
    captionsFileId: uuid('captions_file_id').references(() => files.id),
    posterFileId: uuid('poster_file_id').references(() => files.id),
    /** Whether everyone can see the lecture free of charge while the course is for sale. */
    isSample: boolean('is_sample').notNull().default(false),
    /** The practice questions, which are never used in the exam. */
    practice: jsonb().$type<PracticeQuestion[]>().notNull().default([]),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull().defaultNow(),
    /** When the lecture was removed from the course. It is kept for members who completed it. */
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('lectures_key').on(table.courseId, table.key),
    uniqueIndex('lectures_slug').on(table.courseId, table.slug),
    index('lectures_order').on(table.courseId, table.position),
    index('lectures_recording').on(table.recordingFileId),
    index('lectures_captions').on(table.captionsFileId),
  ],
)

/**
 * A lecture's current and earlier slugs within the course. An earlier slug belongs to another lecture only if the
 * author reuses it. Written by a trigger.
 */
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

export const questions = pgTable(
  'questions',
  {
    id: uuid().primaryKey().defaultRandom(),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId, { onDelete: 'cascade' }),
    /** Identifies the question within its course permanently, even if its text changes. */
    key: text().notNull().default(NEW_KEY),
    position: integer().notNull(),
    question: text().notNull(),
    options: jsonb().$type<string[]>().notNull(),
    /** The IDs of the options, in the order of `options`. Empty if the author gave none. */
    optionKeys: jsonb('option_keys').$type<string[]>().notNull().default([]),
    /** The index of the right answer in `options`, from 0. */
    answerIndex: integer('answer_index').notNull(),
    rationale: text().notNull(),
    lectureId: uuid('lecture_id').references(() => lectures.id, { onDelete: 'set null' }),
    /**
     * The version of the question. A trigger increases it, from 1, whenever the text, the options, or the answer
     * changes.
     */
    version: integer().notNull().default(1),
    /** When the question was removed from the exam. It is kept because attempts refer to it. */
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
