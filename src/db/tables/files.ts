import { bigint, boolean, integer, pgTable, real, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** What the file store holds. The bytes lie under their SHA-256, so the same content is kept once. */
export const files = pgTable(
  'files',
  {
    id: uuid().primaryKey().defaultRandom(),
    sha256: text().notNull(),
    /** Of the file as it was given, where it was stored otherwise: with its index moved to the front. */
    givenSha256: text('given_sha256'),
    name: text().notNull(),
    contentType: text('content_type').notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Length of a video or sound, from the file itself. */
    seconds: real(),
    /** Of a PDF, where they can be counted. */
    pages: integer(),
    /** Of a Word document. */
    words: integer(),
    /** When the first page of a PDF could not be drawn, at last; null where it could be or nobody has tried. */
    undrawnAt: timestamp('undrawn_at', { withTimezone: true }),
    /** Covers and posters are public; all else is served to owners by signed address. */
    isPublic: boolean('is_public').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('files_content').on(table.sha256, table.name, table.isPublic)],
)
