import { check, date, index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { lectures } from './catalog.ts'

/** When and against which sources a lecture's law was checked. For a lecture without a row this is unknown. */
export const lawDates = pgTable(
  'law_dates',
  {
    lectureId: uuid('lecture_id')
      .primaryKey()
      .references(() => lectures.id, { onDelete: 'cascade' }),
    /** The day of the last check. */
    asOf: date('as_of', { mode: 'string' }).notNull(),
    /** The day when the next review is due. */
    lookAgainBy: date('look_again_by', { mode: 'string' }),
    /** Rules, statutes, and decisions, as commonly cited; some with a link. */
    sources: jsonb().$type<{ name: string; link: string | null }[]>().notNull(),
  },
  (table) => [
    index('law_dates_due').on(table.lookAgainBy),
    check('law_dates_in_order', sql`${table.lookAgainBy} > ${table.asOf}`),
  ],
)
