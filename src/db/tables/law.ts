import { check, date, index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { lectures } from './catalogue.ts'

/** Until when what a lecture says of the law was checked, and by what. A lecture without a row says nothing of that. */
export const lawDates = pgTable(
  'law_dates',
  {
    lectureId: uuid('lecture_id')
      .primaryKey()
      .references(() => lectures.id, { onDelete: 'cascade' }),
    /** The day on which it was last checked. */
    asOf: date('as_of', { mode: 'string' }).notNull(),
    /** The day by which somebody is to look at it again. */
    lookAgainBy: date('look_again_by', { mode: 'string' }),
    /** Rules, statutes and decisions, as people call them; some with an address. */
    sources: jsonb().$type<{ name: string; link: string | null }[]>().notNull(),
  },
  (table) => [
    index('law_dates_due').on(table.lookAgainBy),
    check('law_dates_in_order', sql`${table.lookAgainBy} > ${table.asOf}`),
  ],
)
