import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'

/** One row: what the operator sets about the site (name, contact, texts), parsed by `features/site`. */
export const siteSettings = pgTable(
  'site_settings',
  {
    id: integer().primaryKey().default(1),
    settings: jsonb().notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('site_settings_one_row', sql`${table.id} = 1`)],
)

/** One row: another version after every change of what public pages show. Written by triggers alone. */
export const catalogueVersion = pgTable(
  'catalogue_version',
  {
    id: integer().primaryKey().default(1),
    version: uuid().notNull(),
  },
  (table) => [check('catalogue_version_one_row', sql`${table.id} = 1`)],
)
