import { index, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { members } from './members.ts'

/**
 * Nursing license numbers that members chose to give. Only the member can see them, and staff who report completions.
 */
export const licenses = pgTable(
  'licenses',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The state, such as 'CA'. */
    state: text().notNull(),
    /** The profession, such as 'RN'. */
    profession: text().notNull(),
    number: text().notNull(),
    givenAt: timestamp('given_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('licenses_one_each').on(table.memberId, table.state, table.profession),
    index('licenses_member').on(table.memberId),
  ],
)
