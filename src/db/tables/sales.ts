import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { products } from './catalog.ts'
import { members } from './members.ts'

export const purchaseState = pgEnum('purchase_state', ['pending', 'paid', 'refunded', 'disputed', 'failed', 'expired'])

/** A discount for all products or for those in `coupon_products`. */
export const coupons = pgTable(
  'coupons',
  {
    id: uuid().primaryKey().defaultRandom(),
    code: text().notNull(),
    /** For staff; buyers never see it. */
    name: text().notNull().default(''),
    /** Either a percentage or an amount off. */
    percentOff: integer('percent_off'),
    centsOff: integer('cents_off'),
    isForAllProducts: boolean('is_for_all_products').notNull(),
    validFrom: timestamp('valid_from', { withTimezone: true }),
    validUntil: timestamp('valid_until', { withTimezone: true }),
    maxUses: integer('most_uses'),
    maxUsesPerMember: integer('most_uses_per_member').notNull().default(1),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('coupons_code_unique').on(sql`upper(${table.code})`),
    check('coupons_one_kind', sql`num_nonnulls(${table.percentOff}, ${table.centsOff}) = 1`),
    check('coupons_percent', sql`${table.percentOff} between 1 and 100`),
    check('coupons_amount', sql`${table.centsOff} > 0`),
  ],
)

export const couponProducts = pgTable(
  'coupon_products',
  {
    couponId: uuid('coupon_id')
      .notNull()
      .references(() => coupons.id, { onDelete: 'cascade' }),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.couponId, table.productId] })],
)

export const purchases = pgTable(
  'purchases',
  {
    /** The public ID, `myDocsID` in the API. */
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    /**
     * Printed on the receipt; random, so that it does not reveal the number of sales. It starts with a letter, because
     * spreadsheets read `1234567890E1` as a number; earlier ones may start with a digit.
     */
    orderNumber: text('order_number')
      .notNull()
      .unique()
      .default(
        sql`upper(translate(left(gen_random_uuid()::text, 1), '0123456789', 'abcdefabcd') || substr(replace(gen_random_uuid()::text, '-', ''), 1, 11))`,
      ),
    /** The product's name when it was bought. */
    itemName: text('item_name').notNull().default(''),
    listPriceCents: integer('list_price_cents').notNull(),
    discountCents: integer('discount_cents').notNull().default(0),
    /** List price less discount, before tax. */
    priceCents: integer('price_cents').notNull(),
    taxCents: integer('tax_cents').notNull().default(0),
    /** The buyer's stated location, if tax was calculated. */
    taxCountry: text('tax_country'),
    taxPostalCode: text('tax_postal_code'),
    /** As the provider reported them: the rate in percent, '8.875', and the state that imposes the tax. */
    taxPercent: text('tax_percent'),
    taxState: text('tax_state'),
    /** The provider's IDs of the tax calculation and, once it exists, the tax record. */
    taxCalculationId: text('tax_calculation_id'),
    taxTransactionId: text('tax_transaction_id'),
    currency: text().notNull(),
    /** Whether it is real money; null if bought before this was stored. */
    isLive: boolean('is_live'),
    couponId: uuid('coupon_id').references(() => coupons.id),
    /**
     * The coupon's code, even for an order that was recreated from its payment and whose coupon no longer exists here.
     */
    couponCode: text('coupon_code'),
    state: purchaseState().notNull().default('pending'),
    /** The provider's ID for the intent; null until the intent is created, and for free products. */
    paymentIntentId: text('payment_intent_id').unique(),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /**
     * The payment method as the provider names it (`card`, `link`, `us_bank_account`), or a card's wallet
     * (`apple_pay`).
     */
    paymentMethod: text('payment_method'),
    /** Since when the buyer's bank has been processing the payment; null if it is not. */
    processingSince: timestamp('processing_since', { withTimezone: true }),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** The pending refunds as last read from the provider; not in `refundedCents` until the bank has confirmed them. */
    refundingCents: integer('refunding_cents').notNull().default(0),
    /**
     * The highest value of `refundedCents` so far, since a refund that fails at the bank lowers it. Updated by a
     * trigger.
     */
    maxRefundedCents: integer('most_refunded_cents').notNull().default(0),
    /**
     * The amount that banks withdrew permanently in disputes; not in `refundedCents`, and possibly more than was paid
     * because of exchange rates.
     */
    lostCents: integer('lost_cents').notNull().default(0),
    /** Counts updates from the provider, so that an earlier response never replaces a later one. */
    providerReads: integer('provider_reads').notNull().default(0),
    /** The provider's fee; null while unknown, or if it was reported in another currency. */
    feeCents: integer('fee_cents'),
    /**
     * The words that staff can search for, in lowercase, each after a space: the item, its slug, the buyer's current
     * names and email address. Updated by triggers.
     */
    words: text().notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    // A member can't pay twice for one product: at most one purchase of it is open or paid.
    uniqueIndex('purchases_one_live')
      .on(table.memberId, table.productId)
      .where(sql`${table.state} in ('pending', 'paid', 'disputed')`),
    index('purchases_pending')
      .on(table.createdAt)
      .where(sql`${table.state} = 'pending'`),
    // The sort order of the lists for staff.
    index('purchases_newest').on(sql`coalesce(${table.paidAt}, ${table.createdAt}) desc`, sql`${table.id} desc`),
    index('purchases_product_newest').on(
      table.productId,
      sql`coalesce(${table.paidAt}, ${table.createdAt}) desc`,
      sql`${table.id} desc`,
    ),
    index('purchases_state_newest').on(
      table.state,
      sql`coalesce(${table.paidAt}, ${table.createdAt}) desc`,
      sql`${table.id} desc`,
    ),
    index('purchases_test_newest')
      .on(sql`coalesce(${table.paidAt}, ${table.createdAt}) desc`, sql`${table.id} desc`)
      .where(sql`${table.isLive} = false`),
    index('purchases_number').on(table.orderNumber.op('text_pattern_ops')),
    // Null for purchases made before the mode was stored, until the provider reports it.
    index('purchases_mode_unknown')
      .on(table.id)
      .where(sql`${table.isLive} is null`),
    index('purchases_member').on(table.memberId, table.createdAt),
    index('purchases_coupon').on(table.couponId, table.memberId),
    check('purchases_price', sql`${table.priceCents} >= 0 and ${table.discountCents} >= 0 and ${table.taxCents} >= 0`),
    check('purchases_sum', sql`${table.priceCents} = ${table.listPriceCents} - ${table.discountCents}`),
    check('purchases_tax', sql`${table.taxCents} = 0 or ${table.taxCalculationId} is not null`),
    check('purchases_refund', sql`${table.refundedCents} between 0 and ${table.priceCents} + ${table.taxCents}`),
    // Paid access requires a payment: except for free products and grants, a paid purchase has its payment's ID.
    check(
      'purchases_payment',
      sql`${table.state} in ('pending', 'failed', 'expired') or ${table.priceCents} + ${table.taxCents} = 0 or ${table.paymentIntentId} is not null`,
    ),
    check('purchases_paid_at', sql`${table.state} <> 'paid' or ${table.paidAt} is not null`),
  ],
)

/** Members at the card provider: one customer per member and mode, since a key sees only its own mode. */
export const providerCustomers = pgTable(
  'provider_customers',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    isLive: boolean('is_live').notNull(),
    /** The provider's ID, `cus_…`. */
    customerId: text('customer_id').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.isLive] })],
)

/**
 * Processed provider events, so that each counts once; and the disputes reported to the operator, `dp_…:open` and
 * `dp_…:lost`.
 */
export const providerEvents = pgTable('provider_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
  /** When the provider's signed webhook arrived; null if the event was found only by reconciling. */
  arrivedAt: timestamp('arrived_at', { withTimezone: true }),
})

export const troubleKind = pgEnum('trouble_kind', ['lost', 'unfollowed', 'failed_refund', 'dispute'])

/**
 * Payments that need the operator, as last reported by the provider; a row is deleted once nothing is left to do. A
 * `lost` payment was paid but not delivered; the state of an `unfollowed` one could not be stored.
 */
export const paymentTroubles = pgTable(
  'payment_troubles',
  {
    intentId: text('intent_id').notNull(),
    kind: troubleKind().notNull(),
    /** Null if the order is not in the database. */
    orderNumber: text('order_number'),
    /** For a dispute: the bank's deadline for a response, if known. */
    dueAt: timestamp('due_at', { withTimezone: true }),
    /** For a failed refund: how much of the payment the buyer must have received before the issue is resolved. */
    owedCents: integer('owed_cents'),
    /**
     * For a failed refund: the amount banks had withdrawn when it failed. `owed_cents` includes it even if they return
     * it.
     */
    lostCents: integer('lost_cents').notNull().default(0),
    /**
     * How much of `owed_cents` the buyer had received when last read; null if the provider did not report the amount
     * that failed.
     */
    returnedCents: integer('returned_cents'),
    /** For a failed refund: when it failed, by the provider's clock. */
    since: timestamp({ withTimezone: true }).notNull(),
    lookedAt: timestamp('looked_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.intentId, table.kind] })],
)

/** When the newest processed provider event happened, by the provider's clock; one row. */
export const eventSweep = pgTable(
  'event_sweep',
  {
    id: boolean().primaryKey().default(true),
    reconciledUntil: timestamp('swept_until', { withTimezone: true }).notNull(),
  },
  (table) => [check('event_sweep_one_row', sql`${table.id}`)],
)
