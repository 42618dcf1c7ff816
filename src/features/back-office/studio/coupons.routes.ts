import type { FastifyInstance } from 'fastify'
import { createCoupon, endCoupon, getCouponPage, formatDiscount } from '#features/commerce/coupons/coupons.public.ts'
import { formatSignedDecimal } from '#features/commerce/orders/orders.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { formatDay } from '#shared/dates.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { parseCents } from '#shared/money.ts'
import { toStaff } from '#shared/policy.ts'
import { endACoupon, searchCoupons, makeCoupon } from './coupons.contract.ts'

const PAGE_SIZE = 20

export function couponScreenRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, searchCoupons, async ({ body: { after } }) => {
    const { timeZone } = await readSite(deps.db)
    const { coupons, isMore } = await getCouponPage(deps, { after: after ?? undefined, limit: PAGE_SIZE })
    return {
      coupons: coupons.map((coupon) => ({
        code: coupon.code,
        worth: formatDiscount(coupon),
        items: coupon.items,
        since: coupon.validFrom && formatDay(coupon.validFrom, timeZone),
        until: coupon.validUntil && formatDay(coupon.validUntil, timeZone),
        uses: coupon.uses,
        limit: coupon.maxUses,
        per_member: coupon.maxUsesPerMember,
        orders: coupon.orders,
        took_off: formatSignedDecimal(coupon.tookOff),
        has_ended: coupon.hasEnded,
      })),
      is_more: isMore,
    }
  })
  registerEndpoint(app, makeCoupon, async ({ body, member }) => {
    const { timeZone } = await readSite(deps.db)
    const code = await createCoupon(deps, {
      by: toStaff(member),
      code: body.code,
      percentOff: body.percent,
      centsOff: body.amount === null ? null : (parseCents(body.amount) ?? null),
      validFrom: body.since === null ? null : startOfDay(body.since, timeZone),
      validUntil: body.until === null ? null : endOfDay(body.until, timeZone),
      maxUses: body.limit,
      maxUsesPerMember: body.per_member,
      slugs: body.products,
    }).catch((error: unknown) => {
      throw toFieldError(error, body.percent === null ? 'amount' : 'percent')
    })
    return { message: `Coupon ${code} created.` }
  })
  registerEndpoint(app, endACoupon, async ({ params: { code }, member }) => {
    const ended = await endCoupon(deps, { code, by: toStaff(member) })
    return { message: `Coupon ${ended} ended. Checkouts already in progress keep the discount.` }
  })
}

/** The service reports one field for a coupon's discount, but the endpoint has two. */
function toFieldError(error: unknown, name: 'percent' | 'amount'): unknown {
  if (!(error instanceof AppError) || !error.extra.fields?.['worth']) return error
  const { worth, ...fields } = error.extra.fields
  return fieldErrors({ ...fields, [name]: worth })
}
