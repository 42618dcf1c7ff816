import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Backups of this academy, wherever they are stored now, and the result of a restore test. */
export const backups = pgTable(
  'backups',
  {
    /** The point in time that the backup contains, according to the backup itself; identifies it. */
    madeAt: timestamp('made_at', { withTimezone: true }).primaryKey(),
    file: text().notNull(),
    /** Files that the academy referred to but did not have. */
    missing: integer().notNull(),
    /** When the backup was last restored as a test. */
    triedAt: timestamp('tried_at', { withTimezone: true }),
    /** Why the test restore failed; null if everything was restored. */
    problem: text(),
  },
  (table) => [check('backups_problem', sql`${table.problem} is null or ${table.triedAt} is not null`)],
)
