import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The backups of this academy, no matter where they are stored now, each with the result of its test restore. */
export const backups = pgTable(
  'backups',
  {
    /** The time whose data the backup contains, according to the backup itself. It identifies the backup. */
    madeAt: timestamp('made_at', { withTimezone: true }).primaryKey(),
    file: text().notNull(),
    /** The number of files that the academy referred to but did not have. */
    missing: integer().notNull(),
    /** When the backup was last restored as a test. */
    triedAt: timestamp('tried_at', { withTimezone: true }),
    /** Why the test restore failed. Null if everything was restored. */
    problem: text(),
  },
  (table) => [check('backups_problem', sql`${table.problem} is null or ${table.triedAt} is not null`)],
)
