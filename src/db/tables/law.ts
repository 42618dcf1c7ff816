import { check, date, index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { lectures } from './catalog.ts'

/** When the law in a lecture was checked, and against which sources. If a lecture has no row, this is unknown. */
export const lawDates = pgTable(
  'law_dates',
  {
    lectureId: uuid('lecture_id')
      .primaryKey()
      .references(() => lectures.id, { onDelete: 'cascade' }),
    /** The day of the last check. */
    asOf: date('as_of', { mode: 'string' }).notNull(),
    /** The day by which the next check is due. */
    lookAgainBy: date('look_again_by', { mode: 'string' }),
    /** Rules, statutes, and decisions, as they are usually cited. Some have a link. */
    sources: jsonb().$type<{ name: string; link: string | null }[]>().notNull(),
  },
  (table) => [
    index('law_dates_due').on(table.lookAgainBy),
    check('law_dates_in_order', sql`${table.lookAgainBy} > ${table.asOf}`),
  ],
)
