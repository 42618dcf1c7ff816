import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Executor, Transaction } from '#db/open.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import {
  countUses,
  findCoupon,
  findProducts,
  findStartedPrice,
  insertCoupon,
  listCoupons,
  pageOfCoupons,
  setEnded,
} from './coupons.queries.ts'
import { CODE_PATTERN, codeOf, type Coupon, discountOf, refusalOf, worthInWords } from './coupons.rules.ts'

/** What a product costs a member, with the coupon that was named, if one was. */
export type Quote = {
  listPriceCents: number
  discountCents: number
  priceCents: number
  coupon: { id: string; code: string } | undefined
}

type Question = {
  memberId: string
  product: { id: string; priceCents: number }
  /** As it was typed. */
  code: string | undefined
  now: Date
}

/** Refuses on the field `coupon`, with the reason, when the coupon does not exist or can't be used now. */
export function quote(db: Executor, question: Question): Promise<Quote> {
  return priced(db, { ...question, lock: false })
}

/**
 * Keeps what was quoted from others until the transaction ends, in which the purchase is to be stored: so a coupon's limits hold
 * under parallel use. Refuses as `quote` does; false when the coupon takes off another sum by now.
 */
export async function holdQuote(
  tx: Transaction,
  { quoted, ...question }: Omit<Question, 'code'> & { quoted: Quote },
): Promise<boolean> {
  if (!quoted.coupon) return true
  const { discountCents, priceCents } = await priced(tx, { ...question, code: quoted.coupon.code, lock: true })
  return discountCents === quoted.discountCents && priceCents === quoted.priceCents
}

async function priced(
  db: Executor,
  { memberId, product, code, now, lock }: Question & { lock: boolean },
): Promise<Quote> {
  const listPriceCents = product.priceCents
  if (code === undefined) return { listPriceCents, discountCents: 0, priceCents: listPriceCents, coupon: undefined }
  const coupon = await findCoupon(db, { code: codeOf(code), productId: product.id, lock })
  if (!coupon) throw refused('There is no such coupon. Please check its spelling.')
  const asked = { couponId: coupon.id, memberId, productId: product.id }
  const started = await findStartedPrice(db, asked)
  const refusal = refusalOf(coupon, { now, isForProduct: coupon.isForProduct, ...(await countUses(db, asked)) })
  if (refusal !== undefined && !started) throw refused(refusal)
  const discountCents = discountOf(coupon, listPriceCents)
  const priceCents = listPriceCents - discountCents
  const named = { id: coupon.id, code: coupon.code }
  // Whoever has started to pay keeps the price, whatever has become of the coupon or the product since, unless it is lower now.
  if (started && (refusal !== undefined || started.priceCents <= priceCents)) return { ...started, coupon: named }
  return { listPriceCents, discountCents, priceCents, coupon: named }
}

function refused(message: string): AppError {
  return new AppError('invalid', message, { fields: { coupon: [message] } })
}

export type NewCoupon = Pick<Coupon, 'percentOff' | 'centsOff' | 'validFrom' | 'validUntil' | 'mostUses'> & {
  code: string
  mostUsesPerMember: number
  /** Public ids of products; none: it is for all. */
  slugs: string[]
}

/** Makes a coupon and returns its code as it is shown. */
export async function createCoupon(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { slugs, by, ...given }: NewCoupon & { by: Staff },
): Promise<string> {
  if (!may(by, 'make coupon')) throw notAllowed(by, 'make coupon')
  const code = codeOf(given.code)
  const problems = problemsOf({ ...given, code })
  const found = slugs.length === 0 ? [] : await findProducts(db, slugs)
  for (const slug of slugs) {
    if (!found.some((product) => product.slug === slug)) problems.push(['products', `There is no product '${slug}'.`])
  }
  if (problems.length > 0)
    throw fieldErrors(
      Object.fromEntries(
        [...Map.groupBy(problems, ([field]) => field)].map(([field, of]) => [field, of.map(([, problem]) => problem)]),
      ),
    )
  const isMade = await db.transaction(async (tx) => {
    const productIds = [...new Set(found.map(({ id }) => id))]
    if (!(await insertCoupon(tx, { ...given, code, createdAt: now() }, productIds))) return false
    const { mostUses: uses, mostUsesPerMember } = given
    const after = { worth: worthInWords(given), for: slugs.length === 0 ? 'everything' : slugs }
    const limits = { ...(uses !== null && { uses }), 'uses a member': mostUsesPerMember }
    const subject = { id: code }
    await recordEvent(tx, { at: now(), kind: 'coupon.made', by, subject, after: { ...after, ...limits } })
    return true
  })
  if (!isMade) throw fieldErrors({ code: [`There is a coupon ${code} already; codes are never used again.`] })
  return code
}

type Problem = [field: 'code' | 'worth' | 'until' | 'limit' | 'per_member' | 'products', problem: string]

function problemsOf(coupon: Omit<NewCoupon, 'slugs'>): Problem[] {
  const { code, percentOff, centsOff, validFrom, validUntil, mostUses, mostUsesPerMember } = coupon
  const problems: Problem[] = []
  if (!CODE_PATTERN.test(code)) problems.push(['code', 'A code has 3 to 32 letters, digits and hyphens.'])
  if ((percentOff === null) === (centsOff === null))
    problems.push(['worth', 'A coupon takes off either a percentage or an amount.'])
  if (percentOff !== null && (!Number.isInteger(percentOff) || percentOff < 1 || percentOff > 100))
    problems.push(['worth', 'A percentage is a whole number from 1 to 100.'])
  if (centsOff !== null && (!Number.isSafeInteger(centsOff) || centsOff < 1 || centsOff > 2_000_000_000))
    problems.push(['worth', 'An amount is more than 0, such as 10.00.'])
  if (validFrom && validUntil && validUntil <= validFrom) problems.push(['until', 'A coupon must end after it begins.'])
  for (const [field, limit] of [
    ['limit', mostUses],
    ['per_member', mostUsesPerMember],
  ] as const) {
    if (limit !== null && (!Number.isInteger(limit) || limit < 1 || limit > 1_000_000_000))
      problems.push([field, 'A limit is a whole number from 1.'])
  }
  return problems
}

/** Nobody can use it from now on; purchases that were begun with it keep their price. */
export async function endCoupon(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { code: typed, by }: { code: string; by: Staff },
): Promise<string> {
  if (!may(by, 'end coupon')) throw notAllowed(by, 'end coupon')
  const code = codeOf(typed)
  await db.transaction(async (tx) => {
    if (!(await setEnded(tx, code, now())))
      throw new AppError('not_found', `There is no coupon ${code} that could end.`)
    await recordEvent(tx, { at: now(), kind: 'coupon.ended', by, subject: { id: code } })
  })
  return code
}

export async function allCoupons({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const time = now()
  return (await listCoupons(db)).map((coupon) => ({
    ...coupon,
    hasEnded: [coupon.endedAt, coupon.validUntil].some((end) => end !== null && end <= time),
  }))
}

/** A page of them for staff, the newest first, and whether there are older ones. */
export async function findCoupons(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { after, limit }: { after?: string | undefined; limit: number },
) {
  const time = now()
  const found = await pageOfCoupons(db, { after: after === undefined ? undefined : codeOf(after), limit: limit + 1 })
  return {
    coupons: found.slice(0, limit).map((coupon) => ({
      ...coupon,
      hasEnded: [coupon.endedAt, coupon.validUntil].some((end) => end !== null && end <= time),
    })),
    isMore: found.length > limit,
  }
}
