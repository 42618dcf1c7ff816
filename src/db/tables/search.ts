import { bigint, customType, index, integer, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { courses, lectures, products } from './catalog.ts'
import { posts } from './discussions.ts'
import { files } from './files.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Words in the title have more weight than words in the body. */
const titleBeforeBody = sql`setweight(to_tsvector('public.academy'::regconfig, title), 'A') || setweight(to_tsvector('public.academy'::regconfig, body), 'C')`

export const textKind = pgEnum('text_kind', ['product', 'lecture', 'transcript', 'handout'])

/**
 * A text that can be searched. Triggers write the texts of products and lectures. A job writes those that it finds in
 * files.
 */
export const texts = pgTable(
  'texts',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: textKind().notNull(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    lectureId: uuid('lecture_id').references(() => lectures.id, { onDelete: 'cascade' }),
    /** The file from which the text was read. */
    fileId: uuid('file_id').references(() => files.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    /** The version of the code that read the text. Texts that another version read are read again. */
    readerVersion: integer('reader_version').notNull().default(0),
    /** The title in lowercase, after a space. Suggestions use it. */
    words: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(' ' || title)`),
  },
  (table) => [
    index('texts_product').on(table.productId, table.kind),
    index('texts_lecture').on(table.lectureId),
    index('texts_file').on(table.fileId),
  ],
)

/** A passage that is short enough to read at a glance. Each product and each lecture is one passage. */
export const passages = pgTable(
  'passages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    textId: uuid('text_id')
      .notNull()
      .references(() => texts.id, { onDelete: 'cascade' }),
    /** Copied from the text to which the passage belongs, so that searches can be limited to some products. */
    productId: uuid('product_id').notNull(),
    kind: textKind().notNull(),
    /** The time in a recording at which the passage starts. */
    seconds: integer(),
    /** The page of a PDF, counted from 1. */
    page: integer(),
    /** The title, if it should also find this passage. Otherwise empty. */
    title: text().notNull().default(''),
    body: text().notNull(),
    search: tsvector().notNull().generatedAlwaysAs(titleBeforeBody),
  },
  (table) => [
    index('passages_text').on(table.textId),
    index('passages_product').on(table.productId, table.kind),
    index('passages_search').using('gin', table.search),
    index('passages_of_products')
      .using('gin', table.search)
      .where(sql`${table.kind} = 'product'`),
  ],
)

/** A visible post that can be searched. Triggers write it, and delete it when the post's text is deleted. */
export const postPassages = pgTable(
  'post_passages',
  {
    postId: uuid('post_id')
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** Copied from the thread, so that searches can be limited to the discussions of some courses. */
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId, { onDelete: 'cascade' }),
    /** The title of the thread for its first post. Otherwise empty. */
    title: text().notNull(),
    /** The title in lowercase, as in `texts`. Empty if there is no title. */
    words: text()
      .notNull()
      .generatedAlwaysAs(sql`case title when '' then '' else lower(' ' || title) end`),
    body: text().notNull(),
    search: tsvector().notNull().generatedAlwaysAs(titleBeforeBody),
  },
  (table) => [
    index('post_passages_course').on(table.courseId),
    index('post_passages_titles')
      .on(table.courseId)
      .where(sql`${table.title} <> ''`),
    index('post_passages_search').using('gin', table.search),
  ],
)
