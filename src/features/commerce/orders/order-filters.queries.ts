import { eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { startsWithPattern, hasWord } from '#db/like-patterns.ts'
import { productAddresses } from '#db/tables/catalogue.ts'
import { coupons, paymentTroubles, purchases } from '#db/tables/sales.ts'
import { certificates } from '#db/tables/study.ts'
import type { PurchaseState, PaymentIssueFilter } from './order-search.rules.ts'

/** Which orders are wanted, whenever they were made. */
export type OrderFilter = {
  /**
   * Each of them stands in the buyer's name, username or email address, in the item's name or address (one of one or two letters begins a
   * word there), or begins the order number or the number of a certificate of the buyer; or is the id of the payment.
   */
  words?: readonly string[] | undefined
  memberId?: string | undefined
  states: readonly PurchaseState[]
  /** The last part of its address, or of one that it had. */
  product?: string | undefined
  coupon?: string | undefined
  /** Real money, or test money and what cost nothing in test mode; undefined: both. */
  isLive?: boolean | undefined
  /** Those of which something has to be done. */
  trouble?: PaymentIssueFilter | undefined
}

/** When it was paid, or begun where it was not: as the indexes have it. */
export const orderedAt = sql<Date>`coalesce(${purchases.paidAt}, ${purchases.createdAt})`.mapWith(purchases.createdAt)

/** What stands on purchases alone, so that no list walks through others. */
export function orderConditions({
  words = [],
  memberId,
  states,
  product,
  coupon,
  isLive,
  trouble,
}: OrderFilter): SQL[] {
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
    trouble &&
      sql`${purchases.paymentIntentId} = any(array(select ${paymentTroubles.intentId} from ${paymentTroubles} where ${inArray(paymentTroubles.kind, ISSUE_KINDS[trouble])}))`,
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

/** The number of a certificate, or how it begins, is the last part of the address that is printed on it. */
function parseCertificateIdPrefix(text: string): string | undefined {
  const last = text.replace(/\/$/, '').split('/').at(-1) ?? text
  return /^[\w-]{8,100}$/.test(last) ? last : undefined
}

const MAX_BUYERS = 50

function certificateHolderCondition(beginning: string): SQL {
  return sql`select ${certificates.memberId} from ${certificates} where ${certificates.id} like ${startsWithPattern(beginning)} limit ${MAX_BUYERS}`
}
