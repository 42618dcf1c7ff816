import { recordEvent, wasDoneBy } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import {
  countAllUses,
  countUses,
  findCoupon,
  findProductsBySlug,
  findStartedPrice,
  hasCoupon,
  insertCoupon,
  listCoupons,
  listCouponPage,
  markCouponEnded,
} from './coupons.queries.ts'
import {
  CODE_PATTERN,
  normalizeCouponCode,
  type Coupon,
  type CouponFieldError,
  type CouponTerms,
  calculateDiscount,
  getCouponError,
  formatDiscount,
  validateCoupon,
} from './coupons.rules.ts'

/** A product's price for a member. If a coupon was given, the price includes its discount. */
export type Quote = {
  listPriceCents: number
  discountCents: number
  priceCents: number
  coupon: { id: string; code: string } | undefined
}

type QuoteRequest = {
  memberId: string
  product: { id: string; priceCents: number }
  /** The coupon code as the member typed it. */
  code: string | undefined
  now: Date
}

const NOT_FOUND = 'Coupon not found. Please check the spelling.'

/**
 * Returns the price. Throws an error on the field `coupon`, with the reason, if there is no such coupon or it can't be
 * used now.
 */
export function getQuote(db: Executor, question: QuoteRequest): Promise<Quote> {
  return calculateQuote(db, { ...question, lock: false })
}

/**
 * Checks the quote again and locks its coupon until the purchase is stored, so that concurrent requests can't exceed
 * the coupon's limits. Throws like `getQuote`. Returns false if the price or discount changed.
 */
export async function holdQuote(
  tx: Transaction,
  { quoted, ...question }: Omit<QuoteRequest, 'code'> & { quoted: Quote },
): Promise<boolean> {
  if (!quoted.coupon) return true
  const { discountCents, priceCents } = await calculateQuote(tx, { ...question, code: quoted.coupon.code, lock: true })
  return discountCents === quoted.discountCents && priceCents === quoted.priceCents
}

/**
 * Returns a product's price with a coupon for a visitor, whose own uses are unknown. Throws an error on the field
 * `coupon` if no one can use it now.
 */
export async function getVisitorQuote(
  db: Executor,
  { product, code, now }: Omit<QuoteRequest, 'memberId' | 'code'> & { code: string },
): Promise<Quote> {
  const coupon = await findCoupon(db, { code: normalizeCouponCode(code), productId: product.id, lock: false })
  if (!coupon) throw createCouponError(NOT_FOUND)
  const { isForProduct } = coupon
  const uses = await countAllUses(db, coupon.id)
  const refusal = getCouponError(coupon, { now, isForProduct, uses, usesByMember: 0 })
  if (refusal !== undefined) throw createCouponError(refusal)
  return applyCoupon(coupon, product.priceCents)
}

/** Whether a coupon with this code exists, even if it can't be used. */
export function isKnownCoupon(db: Executor, typed: string): Promise<boolean> {
  return hasCoupon(db, normalizeCouponCode(typed))
}

function applyCoupon(coupon: Coupon, listPriceCents: number): Quote {
  const discountCents = calculateDiscount(coupon, listPriceCents)
  const { id, code } = coupon
  return { listPriceCents, discountCents, priceCents: listPriceCents - discountCents, coupon: { id, code } }
}

async function calculateQuote(
  db: Executor,
  { memberId, product, code, now, lock }: QuoteRequest & { lock: boolean },
): Promise<Quote> {
  const listPriceCents = product.priceCents
  if (code === undefined) return { listPriceCents, discountCents: 0, priceCents: listPriceCents, coupon: undefined }
  const coupon = await findCoupon(db, { code: normalizeCouponCode(code), productId: product.id, lock })
  if (!coupon) throw createCouponError(NOT_FOUND)
  const asked = { couponId: coupon.id, memberId, productId: product.id }
  const started = await findStartedPrice(db, asked)
  // Staff must not give themselves access by creating or changing a coupon.
  const [isMade, isChanged] = await Promise.all(
    (['coupon.made', 'coupon.changed'] as const).map((kind) =>
      wasDoneBy(db, { kind, memberId, subjectId: coupon.code }),
    ),
  )
  const refusal =
    isMade || isChanged
      ? `You ${isMade ? 'created' : 'changed'} this coupon, so you can’t use it yourself. Ask another staff member to create one for you.`
      : getCouponError(coupon, { now, isForProduct: coupon.isForProduct, ...(await countUses(db, asked)) })
  if (refusal !== undefined && !started) throw createCouponError(refusal)
  // A coupon that can't be used anymore gives no discount, except to a buyer who has started to pay.
  const named = { id: coupon.id, code: coupon.code }
  const quoted =
    refusal === undefined
      ? applyCoupon(coupon, listPriceCents)
      : { listPriceCents, discountCents: 0, priceCents: listPriceCents, coupon: named }
  // Buyers who have started to pay keep their price, no matter what has happened to the coupon or the product, unless
  // the price is lower now.
  return started && started.priceCents <= quoted.priceCents ? { ...started, coupon: named } : quoted
}

function createCouponError(message: string): AppError {
  return new AppError('invalid', message, { fields: { coupon: [message] } })
}

export type NewCoupon = CouponTerms & {
  code: string
  /** The slugs of the products. Empty if the coupon applies to all. */
  slugs: string[]
}

/** Returns the IDs of a coupon's products. Throws field errors for its terms and products, and those in `problems`. */
export async function checkCoupon(
  db: Executor,
  { slugs, ...terms }: CouponTerms & { slugs: readonly string[] },
  problems: CouponFieldError[] = [],
): Promise<string[]> {
  const found = slugs.length === 0 ? [] : await findProductsBySlug(db, [...slugs])
  const missing = slugs.filter((slug) => !found.some((product) => product.slug === slug))
  const all: CouponFieldError[] = [
    ...problems,
    ...validateCoupon(terms),
    ...missing.map((slug): CouponFieldError => [
      'products',
      `There is no product '${slug}'. Use the last part of its web address.`,
    ]),
  ]
  if (all.length > 0)
    throw fieldErrors(
      Object.fromEntries(
        [...Map.groupBy(all, ([field]) => field)].map(([field, of]) => [field, of.map(([, problem]) => problem)]),
      ),
    )
  return [...new Set(found.map(({ id }) => id))]
}

/** Creates a coupon, and returns its code as it is displayed. */
export async function createCoupon(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { slugs, by, ...given }: NewCoupon & { by: Staff },
): Promise<string> {
  if (!hasPermission(by, 'create coupon')) throw permissionDeniedError(by, 'create coupon')
  const code = normalizeCouponCode(given.code)
  const productIds = await checkCoupon(
    db,
    { ...given, slugs },
    CODE_PATTERN.test(code) ? [] : [['code', 'A code must be 3 to 32 characters long: letters, digits, and hyphens.']],
  )
  const isMade = await db.transaction(async (tx) => {
    if (!(await insertCoupon(tx, { ...given, code, createdAt: now() }, productIds))) return false
    const { maxUses: uses, maxUsesPerMember } = given
    const after = { worth: formatDiscount(given), for: slugs.length === 0 ? 'everything' : slugs }
    const limits = { ...(uses !== null && { uses }), 'uses per member': maxUsesPerMember }
    const subject = { id: code }
    await recordEvent(tx, { at: now(), kind: 'coupon.made', by, subject, after: { ...after, ...limits } })
    return true
  })
  if (!isMade) throw fieldErrors({ code: [`Coupon ${code} already exists. Codes can’t be reused.`] })
  return code
}

/** Ends a coupon, so that it can no longer be used. Purchases that were started with it keep their price. */
export async function endCoupon(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { code: typed, by }: { code: string; by: Staff },
): Promise<string> {
  if (!hasPermission(by, 'end coupon')) throw permissionDeniedError(by, 'end coupon')
  const code = normalizeCouponCode(typed)
  await db.transaction(async (tx) => {
    if (!(await markCouponEnded(tx, code, now()))) throw new AppError('not_found', `There is no active coupon ${code}.`)
    await recordEvent(tx, { at: now(), kind: 'coupon.ended', by, subject: { id: code } })
  })
  return code
}

export async function getAllCoupons({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const time = now()
  return (await listCoupons(db)).map((coupon) => ({
    ...coupon,
    hasEnded: [coupon.endedAt, coupon.validUntil].some((end) => end !== null && end <= time),
  }))
}

/** Returns one page of coupons for staff, newest first, and whether there are older ones. */
export async function getCouponPage(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { after, limit }: { after?: string | undefined; limit: number },
) {
  const time = now()
  const found = await listCouponPage(db, {
    after: after === undefined ? undefined : normalizeCouponCode(after),
    limit: limit + 1,
  })
  return {
    coupons: found.slice(0, limit).map((coupon) => ({
      ...coupon,
      hasEnded: [coupon.endedAt, coupon.validUntil].some((end) => end !== null && end <= time),
    })),
    isMore: found.length > limit,
  }
}
