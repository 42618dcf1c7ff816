import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { courses } from './catalog.ts'

/**
 * The approval of a course for contact hours, as staff entered it. If it is missing or incomplete, the course awards no
 * contact hours.
 */
export const approvals = pgTable('approvals', {
  courseId: uuid('course_id')
    .primaryKey()
    .references(() => courses.productId, { onDelete: 'cascade' }),
  approver: text().notNull(),
  statement: text().notNull(),
  /** The provider number that the accrediting body assigned. */
  provider: text().notNull(),
  hours: text().notNull(),
  /** The first and last day on which the approval is valid, such as '2026-01-01'. */
  validFrom: text('valid_from').notNull(),
  validUntil: text('valid_until').notNull(),
  needsLicense: boolean('needs_license').notNull(),
  /** Explains how the hours were calculated. */
  reasoning: text().notNull(),
})
