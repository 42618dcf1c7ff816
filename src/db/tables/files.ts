import { bigint, boolean, integer, jsonb, pgTable, real, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

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
    /** What captions say, to be read; null for other files. */
    transcript: jsonb().$type<{ seconds: number; text: string }[]>(),
    /** What the author should know of the file: captions shown differently, deleted or hidden text, a password. */
    warnings: jsonb().$type<{ message: string; line?: number }[]>().notNull().default([]),
    /** Of the readers that found length, pages, words, transcript, and warnings; 0: none yet that keeps all of these. */
    readerVersion: integer('reader_version').notNull().default(0),
    /** When the first page of a PDF could not be drawn, at last; null where it could be or nobody has tried. */
    undrawnAt: timestamp('undrawn_at', { withTimezone: true }),
    /** Covers and posters are public; all else is served to owners by signed address. */
    isPublic: boolean('is_public').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('files_content').on(table.sha256, table.name, table.isPublic)],
)
