import { bigint, boolean, integer, jsonb, pgTable, real, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** The contents of the file store, addressed by SHA-256, so the same content is stored once. */
export const files = pgTable(
  'files',
  {
    id: uuid().primaryKey().defaultRandom(),
    sha256: text().notNull(),
    /** The digest of the original if it was stored differently, with its index moved to the front. */
    givenSha256: text('given_sha256'),
    name: text().notNull(),
    contentType: text('content_type').notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** The length of a video or audio file, from the file itself. */
    seconds: real(),
    /** Pages of a PDF, if they can be counted. */
    pages: integer(),
    /** Words of a Word document. */
    words: integer(),
    /** The text of captions, for reading; null for other files. */
    transcript: jsonb().$type<{ seconds: number; text: string }[]>(),
    /** What the author should know about the file: captions shown differently, deleted or hidden text, a password. */
    warnings: jsonb().$type<{ message: string; line?: number }[]>().notNull().default([]),
    /**
     * The version of the code that read the length, pages, words, transcript, and warnings; 0 for a version that did
     * not find all of these.
     */
    readerVersion: integer('reader_version').notNull().default(0),
    /** When rendering the first page of a PDF last failed; null if it succeeded or was not tried. */
    undrawnAt: timestamp('undrawn_at', { withTimezone: true }),
    /** Covers and posters are public; everything else is served by signed URL to members with access. */
    isPublic: boolean('is_public').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('files_content').on(table.sha256, table.name, table.isPublic)],
)
