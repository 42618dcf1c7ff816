import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Backups that were made of this academy, wherever they lie by now; and whether one was restored for a trial. */
export const backups = pgTable(
  'backups',
  {
    /** The instant of what is in it, as the backup itself says: it is known by this. */
    madeAt: timestamp('made_at', { withTimezone: true }).primaryKey(),
    /** Where it was written. */
    file: text().notNull(),
    /** Files that the academy named and did not have. */
    missing: integer().notNull(),
    /** When it was last restored for a trial. */
    triedAt: timestamp('tried_at', { withTimezone: true }),
    /** Why that failed; null when all came back. */
    problem: text(),
  },
  (table) => [check('backups_problem', sql`${table.problem} is null or ${table.triedAt} is not null`)],
)
