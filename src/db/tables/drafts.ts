import { foreignKey, index, integer, jsonb, pgEnum, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { productKind, products } from './catalog.ts'
import { files } from './files.ts'

/** Unfinished work in the studio. Each product has at most one draft, which is separate from the published catalog. */
export const drafts = pgTable('drafts', {
  /** The ID of the product. A new product gets this ID when it is published. */
  productId: uuid('product_id').primaryKey(),
  kind: productKind().notNull(),
  /** The version of the format of `plan`. */
  form: integer().notNull(),
  plan: jsonb().$type<unknown>().notNull(),
  /** The product as it was when the draft was started or last updated. Null for a new product. */
  base: jsonb().$type<unknown>(),
  /** Increases each time the draft is saved. */
  revision: integer().notNull(),
  /** The revision in which each part last changed. The keys are the paths of the parts. */
  revisions: jsonb().$type<Readonly<Record<string, number>>>().notNull().default({}),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

/** The files that a draft uses. They must not be removed. */
export const draftFiles = pgTable(
  'draft_files',
  {
    draftId: uuid('draft_id')
      .notNull()
      .references(() => drafts.productId, { onDelete: 'cascade' }),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
  },
  (table) => [primaryKey({ columns: [table.draftId, table.fileId] }), index('draft_files_file').on(table.fileId)],
)

/** Where published content came from: an imported folder, or the studio. */
export const contentOrigin = pgEnum('content_origin', ['folder', 'studio'])

/** A product as it was published at some time. Only the newest versions are kept. */
export const productVersions = pgTable(
  'product_versions',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** The number of the version, counted from 1. */
    number: integer().notNull(),
    origin: contentOrigin().notNull(),
    form: integer().notNull(),
    plan: jsonb().$type<unknown>().notNull(),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.number] })],
)

/** The files that a version uses. If a file is replaced in the studio, earlier versions keep the old file. */
export const versionFiles = pgTable(
  'version_files',
  {
    productId: uuid('product_id').notNull(),
    number: integer().notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.number, table.fileId] }),
    foreignKey({
      name: 'version_files_version',
      columns: [table.productId, table.number],
      foreignColumns: [productVersions.productId, productVersions.number],
    }).onDelete('cascade'),
    index('version_files_file').on(table.fileId),
  ],
)
