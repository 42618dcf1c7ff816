import { sql } from 'drizzle-orm'
import { check, index, integer, pgEnum, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { products } from './catalogue.ts'
import { members } from './members.ts'

export const purchaseState = pgEnum('purchase_state', ['pending', 'paid', 'refunded', 'disputed', 'failed', 'expired'])

export const purchases = pgTable(
  'purchases',
  {
    /** The public id, `myDocsID` in the API. */
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    priceCents: integer('price_cents').notNull(),
    currency: text().notNull(),
    state: purchaseState().notNull().default('pending'),
    /** The provider's id; null until the intent is made, and for free products. */
    paymentIntentId: text('payment_intent_id').unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    // Nobody can pay twice for one product: at most one purchase of it is open or paid.
    uniqueIndex('purchases_one_live')
      .on(table.memberId, table.productId)
      .where(sql`${table.state} in ('pending', 'paid', 'disputed')`),
    index('purchases_pending')
      .on(table.createdAt)
      .where(sql`${table.state} = 'pending'`),
    check('purchases_price', sql`${table.priceCents} >= 0`),
    check('purchases_paid_at', sql`${table.state} <> 'paid' or ${table.paidAt} is not null`),
  ],
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
  },
  (table) => [
    uniqueIndex('grants_one_live')
      .on(table.memberId, table.productId)
      .where(sql`${table.revokedAt} is null`),
  ],
)

/** Webhook events already taken, so that each counts once. */
export const providerEvents = pgTable('provider_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
})
