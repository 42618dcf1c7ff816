import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
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
import { files } from './files.ts'

/** One row: the operator's site settings (name, contact, texts), parsed by `features/foundation/site`. */
export const siteSettings = pgTable(
  'site_settings',
  {
    id: integer().primaryKey().default(1),
    settings: jsonb().notNull(),
    /**
     * The settings before the studio's first change since the last import, which the next import is compared with. Null
     * if unchanged.
     */
    beforeStudio: jsonb('before_studio'),
    /** Whether visitors see the home page. Until then, they see a short page that makes no claims. It can't be undone. */
    isHomeConfirmed: boolean('is_home_confirmed').notNull().default(false),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('site_settings_one_row', sql`${table.id} = 1`)],
)

/** One row, whose version changes with everything that public pages show. Written by triggers only. */
export const catalogVersion = pgTable(
  'catalogue_version',
  {
    id: integer().primaryKey().default(1),
    version: uuid().notNull(),
  },
  (table) => [check('catalogue_version_one_row', sql`${table.id} = 1`)],
)

export const sitePlace = pgEnum('site_place', ['logo', 'icon', 'portrait', 'book', 'hero', 'favicon'])
export const siteImageForm = pgEnum('site_image_form', ['original', 'avif', 'webp', 'png'])

/** The pictures in the settings: as uploaded (`original`, never shown) and as rendered. */
export const siteImages = pgTable(
  'site_images',
  {
    place: sitePlace().notNull(),
    /** For a book, its position in the list; otherwise 0. */
    position: integer().notNull().default(0),
    form: siteImageForm().notNull(),
    /** In pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
  },
  (table) => [primaryKey({ columns: [table.place, table.position, table.form, table.width] })],
)

export const policy = pgEnum('policy', ['terms', 'privacy'])

/**
 * The operator's versions of both policies. All are kept, since accounts refer to the version they accepted; at most
 * one of each is in force.
 */
export const policyTexts = pgTable(
  'policy_texts',
  {
    policy: policy().notNull(),
    version: text().notNull(),
    /** The text as the operator wrote it, with placeholders: an export writes this. */
    markdown: text().notNull(),
    /**
     * The text as shown and accepted, with values filled in. Null if a version wrote this row that stored only
     * placeholders.
     */
    filledIn: text('filled_in'),
    effectiveOn: date('effective_on', { mode: 'string' }).notNull(),
    replacedAt: timestamp('replaced_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.policy, table.version] }),
    uniqueIndex('policy_texts_in_force')
      .on(table.policy)
      .where(sql`${table.replacedAt} is null`),
  ],
)
