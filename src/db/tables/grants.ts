import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { products } from './catalog.ts'
import { members } from './members.ts'

/** One press that enrolled many people: from a file, or a group. It can be undone for an hour. */
export const bulkEnrollments = pgTable(
  'bulk_enrollments',
  {
    id: uuid().primaryKey().defaultRandom(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    undoneAt: timestamp('undone_at', { withTimezone: true }),
  },
  (table) => [index('bulk_enrollments_newest').on(table.createdAt)],
)

/** Access that staff gave without a payment. */
export const grants = pgTable(
  'grants',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    reason: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    /** Null if a single person got access, or if someone else gave the same access again. */
    bulkEnrollmentId: uuid('bulk_enrollment_id').references(() => bulkEnrollments.id),
  },
  (table) => [
    uniqueIndex('grants_one_live')
      .on(table.memberId, table.productId)
      .where(sql`${table.revokedAt} is null`),
    index('grants_member').on(table.memberId),
    index('grants_bulk_enrollment')
      .on(table.bulkEnrollmentId)
      .where(sql`${table.bulkEnrollmentId} is not null`),
    // This index has the order of the list of a course's learners.
    index('grants_product_newest').on(table.productId, sql`${table.createdAt} desc`, sql`${table.id} desc`),
  ],
)
