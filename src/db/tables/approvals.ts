import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { courses } from './catalogue.ts'

/** What staff wrote down of who approved a course for contact hours, each as it was typed. Without one, or where something of it is missing, the course awards none. */
export const approvals = pgTable('approvals', {
  courseId: uuid('course_id')
    .primaryKey()
    .references(() => courses.productId, { onDelete: 'cascade' }),
  approver: text().notNull(),
  statement: text().notNull(),
  /** The provider's number with the approver. */
  provider: text().notNull(),
  hours: text().notNull(),
  /** The first and the last day on which it holds: '2026-01-01'. */
  validFrom: text('valid_from').notNull(),
  validUntil: text('valid_until').notNull(),
  needsLicense: boolean('needs_license').notNull(),
  /** How the hours were worked out. */
  reasoning: text().notNull(),
})
