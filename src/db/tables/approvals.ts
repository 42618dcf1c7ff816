import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { courses } from './catalog.ts'

/**
 * The approval of a course for contact hours, as staff entered it. Without an approval, or with a field missing, the
 * course awards no contact hours.
 */
export const approvals = pgTable('approvals', {
  courseId: uuid('course_id')
    .primaryKey()
    .references(() => courses.productId, { onDelete: 'cascade' }),
  approver: text().notNull(),
  statement: text().notNull(),
  /** The provider number assigned by the accrediting body. */
  provider: text().notNull(),
  hours: text().notNull(),
  /** The first and last day of validity: '2026-01-01'. */
  validFrom: text('valid_from').notNull(),
  validUntil: text('valid_until').notNull(),
  needsLicense: boolean('needs_license').notNull(),
  /** How the hours were calculated. */
  reasoning: text().notNull(),
})
