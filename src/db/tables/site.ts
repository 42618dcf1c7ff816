import { sql } from 'drizzle-orm'
import {
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

/** One row: what the operator sets about the site (name, contact, texts), parsed by `features/foundation/site`. */
export const siteSettings = pgTable(
  'site_settings',
  {
    id: integer().primaryKey().default(1),
    settings: jsonb().notNull(),
    /** What stood before the studio first changed it since the last import: the next one is held against it. Null where it has not. */
    beforeStudio: jsonb('before_studio'),
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

export const sitePlace = pgEnum('site_place', ['logo', 'icon', 'portrait', 'book'])
export const siteImageForm = pgEnum('site_image_form', ['original', 'avif', 'webp', 'png'])

/** The pictures that the settings name, as the operator gave them (`original`, never shown) and as they were drawn. */
export const siteImages = pgTable(
  'site_images',
  {
    place: sitePlace().notNull(),
    /** Of a book, where it stands in the list; 0 otherwise. */
    position: integer().notNull().default(0),
    form: siteImageForm().notNull(),
    /** In points of the picture. */
    width: integer().notNull(),
    height: integer().notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
  },
  (table) => [primaryKey({ columns: [table.place, table.position, table.form, table.width] })],
)

export const policy = pgEnum('policy', ['terms', 'privacy'])

/** The operator's own texts of both policies. All stay, since accounts name the version that they were made under; at most one of each is in force. */
export const policyTexts = pgTable(
  'policy_texts',
  {
    policy: policy().notNull(),
    version: text().notNull(),
    /** As the operator wrote it, with places for values: what an export writes. */
    markdown: text().notNull(),
    /** As its page shows it and members accept it, values filled in. Null in rows of a version that kept no more than the places. */
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
