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

/** Has one row: the site settings, such as name, contact, and texts. `features/foundation/site` parses it. */
export const siteSettings = pgTable(
  'site_settings',
  {
    id: integer().primaryKey().default(1),
    settings: jsonb().notNull(),
    /**
     * The settings before the first change in the studio since the last import. The next import is compared with them.
     * Null if nothing changed in the studio.
     */
    beforeStudio: jsonb('before_studio'),
    /**
     * Whether visitors see the home page. Until then, they see a short page that makes no claims. This can't be undone.
     */
    isHomeConfirmed: boolean('is_home_confirmed').notNull().default(false),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('site_settings_one_row', sql`${table.id} = 1`)],
)

/** Has one row, whose version changes with everything that public pages show. Written only by triggers. */
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

/** The pictures in the settings, both as uploaded (`original`, never shown) and as rendered. */
export const siteImages = pgTable(
  'site_images',
  {
    place: sitePlace().notNull(),
    /** The position in the list of books. 0 for other pictures. */
    position: integer().notNull().default(0),
    form: siteImageForm().notNull(),
    /** The width in pixels. */
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
 * The operator's versions of both policies. All are kept, because accounts refer to the version that was accepted. At
 * most one version of each policy is in effect.
 */
export const policyTexts = pgTable(
  'policy_texts',
  {
    policy: policy().notNull(),
    version: text().notNull(),
    /** The text as the operator wrote it, with placeholders. An export writes this text. */
    markdown: text().notNull(),
    /**
     * The text that members see and accept, with values in place of the placeholders. Null if the version of the
     * academy that wrote this row stored only the text with placeholders.
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
