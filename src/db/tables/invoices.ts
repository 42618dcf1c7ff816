import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { members } from './members.ts'
import { purchases } from './sales.ts'

export const invoiceKind = pgEnum('invoice_kind', ['invoice', 'credit_note'])

/**
 * The last number in each series. A database sequence is not used, because a rolled-back transaction must leave no gap.
 */
export const invoiceCounters = pgTable(
  'invoice_counters',
  {
    kind: invoiceKind().notNull(),
    isTest: boolean('is_test').notNull(),
    last: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.isTest] })],
)

/** The invoice for each sale, and a credit note for each refund. A trigger prevents changes and deletions. */
export const invoices = pgTable(
  'invoices',
  {
    /** URLs contain this ID instead of the number. */
    id: uuid().primaryKey().defaultRandom(),
    kind: invoiceKind().notNull(),
    /** Test payments have their own series of numbers. */
    isTest: boolean('is_test').notNull(),
    number: integer().notNull(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchases.id),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
    /**
     * The printed date, in the time zone that the academy had at that time. An invoice shows the payment date, and a
     * credit note shows the issue date.
     */
    issuedOn: date('issued_on', { mode: 'string' }).notNull(),
    /**
     * The amount before tax. For a credit note, this is the reduction. It is negative if a credit note corrects earlier
     * ones that were too large.
     */
    netCents: integer('net_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    /** The part of a credit note that a bank withdrew in a dispute. The rest was refunded. */
    lostCents: integer('lost_cents').notNull().default(0),
    /** Everything that is printed except the number and the date. Null until the document is first downloaded. */
    content: jsonb(),
    /**
     * When the number was written to the payment at the card provider, so that it can be found there after an older
     * backup is restored.
     */
    recordedAt: timestamp('recorded_at', { withTimezone: true }),
  },
  (table) => [
    unique('invoices_number').on(table.kind, table.isTest, table.number),
    uniqueIndex('invoices_one_for_purchase')
      .on(table.purchaseId)
      .where(sql`${table.kind} = 'invoice'`),
    index('invoices_purchase').on(table.purchaseId),
    index('invoices_day').on(table.issuedOn),
    index('invoices_unrecorded')
      .on(table.isTest, table.issuedAt)
      .where(sql`${table.recordedAt} is null`),
    check('invoices_from_one', sql`${table.number} > 0`),
    check(
      'invoices_amount',
      sql`case when ${table.kind} = 'invoice' then ${table.netCents} >= 0 and ${table.taxCents} >= 0 and ${table.netCents} + ${table.taxCents} > 0
        else ${table.netCents} + ${table.taxCents} <> 0 end`,
    ),
    check('invoices_lost', sql`${table.lostCents} between 0 and greatest(0, ${table.netCents} + ${table.taxCents})`),
  ],
)

/**
 * Numbers that were found on payments at the card provider after a restore but have no invoice here. They explain gaps.
 */
export const skippedNumbers = pgTable(
  'skipped_numbers',
  {
    kind: invoiceKind().notNull(),
    isTest: boolean('is_test').notNull(),
    number: integer().notNull(),
    intentId: text('intent_id').notNull(),
    issuedOn: date('issued_on', { mode: 'string' }),
  },
  (table) => [primaryKey({ columns: [table.kind, table.isTest, table.number, table.intentId] })],
)

/** The billing details that a member's invoices show in addition to the name and the email address. */
export const billingDetails = pgTable('billing_details', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  company: text().notNull(),
  /** The address, which may have several lines. */
  address: text().notNull(),
  taxNumber: text('tax_number').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})
