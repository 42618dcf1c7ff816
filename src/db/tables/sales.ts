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

/** A discount for all products, or for those in `coupon_products`. */
export const coupons = pgTable(
  'coupons',
  {
    id: uuid().primaryKey().defaultRandom(),
    code: text().notNull(),
    /** The name for staff. Buyers never see it. */
    name: text().notNull().default(''),
    /** Either a percentage or an amount is taken off the price. */
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
    /** The public ID, which is `myDocsID` in the API. */
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    /**
     * The number on the receipt. It is random, so that it doesn't reveal the number of sales. It starts with a letter,
     * because spreadsheets read `1234567890E1` as a number. Earlier ones may start with a digit.
     */
    orderNumber: text('order_number')
      .notNull()
      .unique()
      .default(
        sql`upper(translate(left(gen_random_uuid()::text, 1), '0123456789', 'abcdefabcd') || substr(replace(gen_random_uuid()::text, '-', ''), 1, 11))`,
      ),
    /** The name of the product when it was bought. */
    itemName: text('item_name').notNull().default(''),
    listPriceCents: integer('list_price_cents').notNull(),
    discountCents: integer('discount_cents').notNull().default(0),
    /** The list price minus the discount, before tax. */
    priceCents: integer('price_cents').notNull(),
    taxCents: integer('tax_cents').notNull().default(0),
    /** The location that the buyer stated, if tax was calculated. */
    taxCountry: text('tax_country'),
    taxPostalCode: text('tax_postal_code'),
    /** The tax rate in percent, such as '8.875', and the state that imposes the tax, as the provider reported them. */
    taxPercent: text('tax_percent'),
    taxState: text('tax_state'),
    /** The provider's IDs of the tax calculation and of the tax record, once it exists. */
    taxCalculationId: text('tax_calculation_id'),
    taxTransactionId: text('tax_transaction_id'),
    currency: text().notNull(),
    /** Whether the purchase is about real money. Null if it is older than this column. */
    isLive: boolean('is_live'),
    couponId: uuid('coupon_id').references(() => coupons.id),
    /**
     * The coupon's code. It is kept even if the order was recreated from its payment and the coupon no longer exists
     * here.
     */
    couponCode: text('coupon_code'),
    state: purchaseState().notNull().default('pending'),
    /** The provider's ID of the payment intent. Null for free products, and until the intent is created. */
    paymentIntentId: text('payment_intent_id').unique(),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /**
     * The payment method as the provider names it (`card`, `link`, `us_bank_account`), or the wallet of a card
     * (`apple_pay`).
     */
    paymentMethod: text('payment_method'),
    /** When the buyer's bank started to process the payment. Null if it is not processing it. */
    processingSince: timestamp('processing_since', { withTimezone: true }),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /**
     * The pending refunds, as last read from the provider. They are not in `refundedCents` until the bank has confirmed
     * them.
     */
    refundingCents: integer('refunding_cents').notNull().default(0),
    /**
     * The highest value of `refundedCents` so far. A refund that fails at the bank lowers `refundedCents`. Updated by a
     * trigger.
     */
    maxRefundedCents: integer('most_refunded_cents').notNull().default(0),
    /**
     * The amount that banks withdrew permanently in disputes. It is not part of `refundedCents`, and it may be more
     * than was paid because of exchange rates.
     */
    lostCents: integer('lost_cents').notNull().default(0),
    /** The number of updates from the provider, so that an earlier response never replaces a later one. */
    providerReads: integer('provider_reads').notNull().default(0),
    /** The provider's fee. Null if it is unknown, or if it was reported in another currency. */
    feeCents: integer('fee_cents'),
    /**
     * The words that staff can search for, in lowercase, each of which follows a space: the item, its slug, the buyer's
     * current names, and the email address. Updated by triggers.
     */
    words: text().notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    // A member can't pay twice for a product, because at most one purchase of it is pending, paid, or disputed.
    uniqueIndex('purchases_one_live')
      .on(table.memberId, table.productId)
      .where(sql`${table.state} in ('pending', 'paid', 'disputed')`),
    index('purchases_pending')
      .on(table.createdAt)
      .where(sql`${table.state} = 'pending'`),
    // This index and the next three have the order of the lists for staff.
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
    // Finds purchases that are older than the column for the mode, until the provider reports their mode.
    index('purchases_mode_unknown')
      .on(table.id)
      .where(sql`${table.isLive} is null`),
    index('purchases_member').on(table.memberId, table.createdAt),
    index('purchases_coupon').on(table.couponId, table.memberId),
    check('purchases_price', sql`${table.priceCents} >= 0 and ${table.discountCents} >= 0 and ${table.taxCents} >= 0`),
    check('purchases_sum', sql`${table.priceCents} = ${table.listPriceCents} - ${table.discountCents}`),
    check('purchases_tax', sql`${table.taxCents} = 0 or ${table.taxCalculationId} is not null`),
    check('purchases_refund', sql`${table.refundedCents} between 0 and ${table.priceCents} + ${table.taxCents}`),
    // Paid access requires a payment, so a paid purchase has the ID of its payment, unless it cost nothing.
    check(
      'purchases_payment',
      sql`${table.state} in ('pending', 'failed', 'expired') or ${table.priceCents} + ${table.taxCents} = 0 or ${table.paymentIntentId} is not null`,
    ),
    check('purchases_paid_at', sql`${table.state} <> 'paid' or ${table.paidAt} is not null`),
  ],
)

/**
 * The customers at the card provider. A member has one customer in use per mode, because a key sees only the customers
 * of its own mode. Replaced customers, such as those in a former account, are kept until the member is erased, because
 * they must be erased, too.
 */
export const providerCustomers = pgTable(
  'provider_customers',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    isLive: boolean('is_live').notNull(),
    /** The provider's ID of the customer, `cus_…`. */
    customerId: text('customer_id').primaryKey(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    replacedAt: timestamp('replaced_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('provider_customers_in_use')
      .on(table.memberId, table.isLive)
      .where(sql`${table.replacedAt} is null`),
    index('provider_customers_member').on(table.memberId),
  ],
)

/**
 * Provider events that were processed, so that each is processed only once. Also disputes that were reported to the
 * operator, as `dp_…:open` and `dp_…:lost`.
 */
export const providerEvents = pgTable('provider_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
  /** When the provider's signed webhook arrived. Null if the event was found only by reconciling. */
  arrivedAt: timestamp('arrived_at', { withTimezone: true }),
})

export const troubleKind = pgEnum('trouble_kind', ['lost', 'unfollowed', 'failed_refund', 'dispute'])

/**
 * Payments that need the operator's attention, as the provider last reported them. A row is deleted when nothing is
 * left to do. A `lost` payment was paid, but the buyer has no access. The state of an `unfollowed` payment could not be
 * stored.
 */
export const paymentTroubles = pgTable(
  'payment_troubles',
  {
    intentId: text('intent_id').notNull(),
    kind: troubleKind().notNull(),
    /** The number of the order. Null if the order is not in the database. */
    orderNumber: text('order_number'),
    /** For a dispute, the bank's deadline for a response, if it is known. */
    dueAt: timestamp('due_at', { withTimezone: true }),
    /** For a failed refund, the amount that the buyer must have received before the issue is resolved. */
    owedCents: integer('owed_cents'),
    /**
     * For a failed refund, the amount that banks had withdrawn when it failed. `owed_cents` includes it even if they
     * return it.
     */
    lostCents: integer('lost_cents').notNull().default(0),
    /**
     * The part of `owed_cents` that the buyer had received when it was last read. Null if the provider did not report
     * the amount of the failed refund.
     */
    returnedCents: integer('returned_cents'),
    /** For a failed refund, when it failed, by the provider's clock. */
    since: timestamp({ withTimezone: true }).notNull(),
    lookedAt: timestamp('looked_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.intentId, table.kind] })],
)

/** Has one row: when the newest processed provider event happened, by the provider's clock. */
export const eventSweep = pgTable(
  'event_sweep',
  {
    id: boolean().primaryKey().default(true),
    reconciledUntil: timestamp('swept_until', { withTimezone: true }).notNull(),
  },
  (table) => [check('event_sweep_one_row', sql`${table.id}`)],
)
