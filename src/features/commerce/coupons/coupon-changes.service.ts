import { createHash } from 'node:crypto'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Executor } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { lockCoupon, updateCoupon } from './coupons.queries.ts'
import { type CouponTerms, describeTerms, normalizeCouponCode } from './coupons.rules.ts'
import { checkCoupon } from './coupons.service.ts'

type StoredTerms = Required<CouponTerms> & { slugs: readonly string[] }

/**
 * Returns a string that changes whenever something changes that staff can edit, so that no one overwrites a change that
 * they haven't seen.
 */
export function getCouponRevision(coupon: StoredTerms): string {
  return createHash('sha256')
    .update(JSON.stringify([coupon.name, describeTerms(coupon)]))
    .digest('base64url')
    .slice(0, 16)
}

type CouponChange = Required<CouponTerms> & {
  code: string
  /** The slugs of the products. Empty if the coupon applies to all. */
  slugs: string[]
  /** The revision of the coupon that the staff member saw. */
  revision: string
  by: Staff
}

/**
 * Changes everything about a coupon except its code. Orders that were paid keep their price. A checkout in progress
 * keeps its price, too, unless the new one is lower. Returns false if the coupon already has these terms.
 */
export async function changeCoupon(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { code: typed, slugs, revision, by, ...terms }: CouponChange,
): Promise<boolean> {
  if (!hasPermission(by, 'change coupon')) throw permissionDeniedError(by, 'change coupon')
  const code = normalizeCouponCode(typed)
  const productIds = await checkCoupon(db, { ...terms, slugs })
  return db.transaction(async (tx) => {
    const { id, ...coupon } = await lockActiveCoupon(tx, code)
    const wanted = { ...coupon, ...terms, slugs: slugs.toSorted() }
    if (getCouponRevision(wanted) === getCouponRevision(coupon)) return false
    if (getCouponRevision(coupon) !== revision)
      throw new AppError('conflict', `Someone else just changed ${code}. Reload the page to see the change.`)
    await updateCoupon(tx, { id, ...terms }, productIds)
    const [before, after] = [describeTerms(coupon), describeTerms(wanted)]
    const isChanged = (field: string) => String(before[field]) !== String(after[field])
    const only = (values: typeof before) =>
      Object.fromEntries(Object.entries(values).filter(([field]) => isChanged(field)))
    // The name is free text, so the log says only that it changed.
    const renamed = coupon.name !== wanted.name && { name: 'changed' }
    const subject = { id: coupon.code }
    await recordEvent(tx, {
      at: now(),
      kind: 'coupon.changed',
      by,
      subject,
      before: only(before),
      after: { ...only(after), ...renamed },
    })
    return true
  })
}

async function lockActiveCoupon(tx: Executor, code: string) {
  const coupon = await lockCoupon(tx, code)
  if (!coupon) throw new AppError('not_found', `There is no coupon ${code}.`)
  if (coupon.endedAt)
    throw new AppError('invalid', `Coupon ${code} has ended, so it can’t be changed. Create a new one.`)
  return coupon
}
