import { eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { isOpenIssue } from '#db/is-open-issue.ts'
import { startsWithPattern, hasWord } from '#db/like-patterns.ts'
import { productAddresses } from '#db/tables/catalog.ts'
import { coupons, paymentTroubles, purchases } from '#db/tables/sales.ts'
import { certificates } from '#db/tables/study.ts'
import type { PurchaseState, PaymentIssueFilter } from './order-search.rules.ts'

/** Selects orders regardless of their date. */
export type OrderFilter = {
  /**
   * Each word must match one of these: the buyer's name, username, or email address; the product's title or slug; the
   * start of the order number; the start of one of the buyer's certificate numbers; or the payment ID. In titles and
   * slugs, one or two letters match only the start of a word.
   */
  words?: readonly string[] | undefined
  memberId?: string | undefined
  states: readonly PurchaseState[]
  /** The product's current slug or a former one. */
  product?: string | undefined
  coupon?: string | undefined
  /**
   * Whether to select orders with real money (true) or with test money (false), including free orders in test mode.
   * Undefined selects both.
   */
  isLive?: boolean | undefined
  /** Selects orders with an open payment issue. */
  issue?: PaymentIssueFilter | undefined
}

/**
 * The time when the order was paid or, if it is unpaid, created. This must be the same expression as in the indexes.
 */
export const orderedAt = sql<Date>`coalesce(${purchases.paidAt}, ${purchases.createdAt})`.mapWith(purchases.createdAt)

/** Returns the conditions for a filter. They use only columns of `purchases`, so that lists read no other table. */
export function orderConditions({ words = [], memberId, states, product, coupon, isLive, issue }: OrderFilter): SQL[] {
  return [
    inArray(purchases.state, [...states]),
    memberId === undefined ? undefined : eq(purchases.memberId, memberId),
    product === undefined
      ? undefined
      : sql`${purchases.productId} = (select ${productAddresses.productId} from ${productAddresses} where ${productAddresses.slug} = ${product})`,
    coupon === undefined
      ? undefined
      : sql`${purchases.couponId} = (select ${coupons.id} from ${coupons} where upper(${coupons.code}) = upper(${coupon}))`,
    isLive === undefined
      ? undefined
      : isLive
        ? sql`${purchases.isLive} is not false`
        : sql`${purchases.isLive} = false`,
    issue &&
      sql`${purchases.paymentIntentId} = any(array(select ${paymentTroubles.intentId} from ${paymentTroubles} where ${inArray(paymentTroubles.kind, ISSUE_KINDS[issue])} and ${isOpenIssue}))`,
    ...words.map((word) => wordCondition(word)),
  ].filter((condition) => condition !== undefined)
}

const ISSUE_KINDS = {
  refund: ['failed_refund'],
  dispute: ['dispute'],
  payment: ['lost', 'unfollowed'],
} as const satisfies Record<PaymentIssueFilter, readonly string[]>

export function dateConditions({
  since,
  until,
}: {
  since?: Date | undefined
  until?: Date | undefined
}): (SQL | undefined)[] {
  return [since && gte(orderedAt, since), until && lte(orderedAt, until)]
}

function wordCondition(word: string): SQL | undefined {
  if (word.startsWith('pi_')) return eq(purchases.paymentIntentId, word)
  return or(
    hasWord(purchases.words, word),
    /^[0-9a-f]{4,12}$/i.test(word)
      ? sql`${purchases.orderNumber} like ${startsWithPattern(word.toUpperCase())}`
      : undefined,
    parseCertificateIdPrefix(word) === undefined
      ? undefined
      : sql`${purchases.memberId} = any(array(${certificateHolderCondition(parseCertificateIdPrefix(word) ?? '')}))`,
  )
}

/** Returns a certificate number or its start, which may be typed as the URL that is printed on the certificate. */
function parseCertificateIdPrefix(text: string): string | undefined {
  const last = text.replace(/\/$/, '').split('/').at(-1) ?? text
  return /^[\w-]{8,100}$/.test(last) ? last : undefined
}

const MAX_BUYERS = 50

function certificateHolderCondition(beginning: string): SQL {
  return sql`select ${certificates.memberId} from ${certificates} where ${certificates.id} like ${startsWithPattern(beginning)} limit ${MAX_BUYERS}`
}
