import { foreignKey, index, integer, jsonb, pgEnum, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { productKind, products } from './catalog.ts'
import { files } from './files.ts'

/** Work in progress in the studio: one draft per product, separate from the published catalog. */
export const drafts = pgTable('drafts', {
  /** The product's ID; for a new product, the ID that it will have once it is published. */
  productId: uuid('product_id').primaryKey(),
  kind: productKind().notNull(),
  /** The format of this plan. */
  form: integer().notNull(),
  plan: jsonb().$type<unknown>().notNull(),
  /** The product as it was when the draft was started or last updated; null for a new product. */
  base: jsonb().$type<unknown>(),
  /** Increases with each save. */
  revision: integer().notNull(),
  /** The revision that last changed each part, by its path. */
  revisions: jsonb().$type<Readonly<Record<string, number>>>().notNull().default({}),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

/** The files used by a draft, so that they are not removed. */
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

/** Where content came from: an imported folder, or the studio. */
export const contentOrigin = pgEnum('content_origin', ['folder', 'studio'])

/** A product as published at some time. The newest ones are kept. */
export const productVersions = pgTable(
  'product_versions',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** The number of the version, from 1. */
    number: integer().notNull(),
    origin: contentOrigin().notNull(),
    form: integer().notNull(),
    plan: jsonb().$type<unknown>().notNull(),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.number] })],
)

/** The files used by a version. Replacing a file in the studio doesn't remove it from earlier versions. */
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
