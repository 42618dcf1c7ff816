import { foreignKey, index, integer, jsonb, pgEnum, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { productKind, products } from './catalogue.ts'
import { files } from './files.ts'

/** What somebody works on in the studio: one draft a product, beside what stands in the catalogue. */
export const drafts = pgTable('drafts', {
  /** The product's id; of a new product, the id that it gets when it is published. */
  productId: uuid('product_id').primaryKey(),
  kind: productKind().notNull(),
  /** Which form of plans this one has. */
  form: integer().notNull(),
  plan: jsonb().$type<unknown>().notNull(),
  /** The product as it stood when the draft was begun or last brought up to date; null for a new one. */
  base: jsonb().$type<unknown>(),
  /** One more with each save. */
  revision: integer().notNull(),
  /** With which revision each part was last changed, by its path. */
  revisions: jsonb().$type<Readonly<Record<string, number>>>().notNull().default({}),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

/** The files that a draft names, so that nobody removes them. */
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

/** Where content came from: a folder that was imported, or the studio. */
export const contentOrigin = pgEnum('content_origin', ['folder', 'studio'])

/** A product as it was published at a time. The newest ones are kept. */
export const productVersions = pgTable(
  'product_versions',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** From 1. */
    number: integer().notNull(),
    origin: contentOrigin().notNull(),
    form: integer().notNull(),
    plan: jsonb().$type<unknown>().notNull(),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.number] })],
)

/** The files that a version names: replacing one in the studio never takes it from a version. */
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
