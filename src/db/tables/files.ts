import { bigint, boolean, integer, jsonb, pgTable, real, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** The files in the file store. Each is identified by its SHA-256, so the same content is stored only once. */
export const files = pgTable(
  'files',
  {
    id: uuid().primaryKey().defaultRandom(),
    sha256: text().notNull(),
    /** The digest of the original file if the stored file differs, because it was converted or its index was moved to the front. */
    givenSha256: text('given_sha256'),
    name: text().notNull(),
    contentType: text('content_type').notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** The length of a video or audio file, as read from the file. */
    seconds: real(),
    /** The number of pages of a PDF, if they can be counted. */
    pages: integer(),
    /** The number of words of a Word document. */
    words: integer(),
    /** The text of captions, for reading. Null for other files. */
    transcript: jsonb().$type<{ seconds: number; text: string }[]>(),
    /**
     * What the author should know about the file, such as captions that are shown differently, deleted or hidden text,
     * or a password.
     */
    warnings: jsonb().$type<{ message: string; line?: number }[]>().notNull().default([]),
    /**
     * The version of the code that read the length, pages, words, transcript, and warnings. 0 for code that did not
     * read all of these.
     */
    readerVersion: integer('reader_version').notNull().default(0),
    /** When rendering the first page of a PDF last failed. Null if it succeeded or was not tried. */
    undrawnAt: timestamp('undrawn_at', { withTimezone: true }),
    /** Covers and posters are public. Everything else is available only to members with access, at signed URLs. */
    isPublic: boolean('is_public').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('files_content').on(table.sha256, table.name, table.isPublic)],
)
