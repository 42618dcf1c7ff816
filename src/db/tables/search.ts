import { bigint, customType, index, integer, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { courses, lectures, products } from './catalogue.ts'
import { posts } from './discussions.ts'
import { files } from './files.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Words of a title weigh more than those below it. */
const titleBeforeBody = sql`setweight(to_tsvector('public.academy'::regconfig, title), 'A') || setweight(to_tsvector('public.academy'::regconfig, body), 'C')`

export const textKind = pgEnum('text_kind', ['product', 'lecture', 'transcript', 'handout'])

/** Something that is searched. Triggers write those of products and lectures, a job those that stand in files. */
export const texts = pgTable(
  'texts',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: textKind().notNull(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    lectureId: uuid('lecture_id').references(() => lectures.id, { onDelete: 'cascade' }),
    /** Where it was read. */
    fileId: uuid('file_id').references(() => files.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    /** Of the readers that read the file: what others read is read again. */
    readerVersion: integer('reader_version').notNull().default(0),
    /** The title in small letters, a space before it: what suggestions are found by. */
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

/** A piece of a text, as long as one reads at a glance; a product and a lecture are one piece. */
export const passages = pgTable(
  'passages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    textId: uuid('text_id')
      .notNull()
      .references(() => texts.id, { onDelete: 'cascade' }),
    /** Those of its text, said again: whoever searches may see some products only. */
    productId: uuid('product_id').notNull(),
    kind: textKind().notNull(),
    /** The moment of a recording from which on it is said. */
    seconds: integer(),
    /** Of a PDF, from 1. */
    page: integer(),
    /** Where it is to be found by its title as well; else empty. */
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

/** A post that stands, as it is searched: triggers write it, and take it away with the post's words. */
export const postPassages = pgTable(
  'post_passages',
  {
    postId: uuid('post_id')
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** That of its thread, said again: whoever searches may see the discussions of some courses only. */
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.productId, { onDelete: 'cascade' }),
    /** That of the thread where it is its first post; else empty. */
    title: text().notNull(),
    /** As in `texts`; empty where there is no title. */
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
