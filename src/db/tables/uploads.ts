import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { imageFormat } from './catalog.ts'
import { files } from './files.ts'
import { members } from './members.ts'

export const uploadUse = pgEnum('upload_use', ['video', 'audio', 'captions', 'picture', 'handout', 'cover'])

/**
 * Uploads from browsers that are in progress. The received bytes are in a folder next to the stored files. This table
 * contains how many there are.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    use: uploadUse().notNull(),
    /** The original name of the file. */
    name: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    received: bigint({ mode: 'number' }).notNull().default(0),
    /** Identifies the request that is currently writing. No other request may write until `writer_until`. */
    writer: uuid(),
    writerUntil: timestamp('writer_until', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    touchedAt: timestamp('touched_at', { withTimezone: true }).notNull(),
    /** The stored file after the upload is complete. */
    fileId: uuid('file_id').references(() => files.id),
    /** Why the file was rejected: `{wrong, mistakes?}`. */
    refusal: jsonb(),
  },
  (table) => [
    index('uploads_member').on(table.memberId),
    index('uploads_file').on(table.fileId),
    check('uploads_received', sql`${table.received} between 0 and ${table.bytes}`),
    check('uploads_outcome', sql`${table.fileId} is null or ${table.refusal} is null`),
  ],
)

/** A picture that was uploaded as a cover, rendered in every width and format. */
export const drawnCovers = pgTable(
  'drawn_covers',
  {
    originalId: uuid('original_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    format: imageFormat().notNull(),
    width: integer().notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
  },
  (table) => [
    primaryKey({ columns: [table.originalId, table.format, table.width] }),
    index('drawn_covers_file').on(table.fileId),
  ],
)
