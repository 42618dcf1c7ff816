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
import { imageFormat } from './catalogue.ts'
import { files } from './files.ts'
import { members } from './members.ts'

export const uploadUse = pgEnum('upload_use', ['video', 'audio', 'captions', 'picture', 'handout', 'cover'])

/** Files on their way in from a browser. The bytes that have come lie in a folder beside the stored files; how many, is said here. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    use: uploadUse().notNull(),
    /** As the file is called where it comes from. */
    name: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    received: bigint({ mode: 'number' }).notNull().default(0),
    /** Who writes to it at this moment, and until when nobody else may. */
    writer: uuid(),
    writerUntil: timestamp('writer_until', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    touchedAt: timestamp('touched_at', { withTimezone: true }).notNull(),
    /** What came of it, once it was whole: the stored file, */
    fileId: uuid('file_id').references(() => files.id),
    /** or why it is not taken: `{wrong, mistakes?}`. */
    refusal: jsonb(),
  },
  (table) => [
    index('uploads_member').on(table.memberId),
    index('uploads_file').on(table.fileId),
    check('uploads_received', sql`${table.received} between 0 and ${table.bytes}`),
    check('uploads_outcome', sql`${table.fileId} is null or ${table.refusal} is null`),
  ],
)

/** A picture that was given as a cover, drawn in every width and format. */
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
