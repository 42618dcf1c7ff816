import type { FastifyInstance } from 'fastify'
import {
  changeCoupon,
  createCoupon,
  endCoupon,
  formatDiscount,
  getCouponLink,
  getCouponPage,
  getCouponRevision,
} from '#features/commerce/coupons/coupons.public.ts'
import { formatSignedDecimal } from '#features/commerce/orders/orders.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { type Call, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { formatDay } from '#shared/dates.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { cents, formatDecimal, parseCents } from '#shared/money.ts'
import { toStaff } from '#shared/policy.ts'
import { changeACoupon, endACoupon, searchCoupons, makeCoupon, readCouponLink } from './coupons.contract.ts'

const PAGE_SIZE = 20

export function couponScreenRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, searchCoupons, async ({ body: { after } }) => {
    const { timeZone } = await readSite(deps.db)
    const { coupons, isMore } = await getCouponPage(deps, { after: after ?? undefined, limit: PAGE_SIZE })
    return {
      coupons: coupons.map((coupon) => ({
        code: coupon.code,
        name: coupon.name,
        percent: coupon.percentOff,
        amount: coupon.centsOff === null ? null : formatDecimal(cents(coupon.centsOff)),
        products: coupon.slugs,
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
        is_changeable: coupon.endedAt === null,
        revision: getCouponRevision(coupon),
      })),
      is_more: isMore,
    }
  })
  registerEndpoint(app, makeCoupon, async ({ body, member }) => {
    const { timeZone } = await readSite(deps.db)
    const code = await createCoupon(deps, {
      by: toStaff(member),
      code: body.code,
      ...toTerms(body, timeZone),
    }).catch((error: unknown) => {
      throw toFieldError(error, body.percent === null ? 'amount' : 'percent')
    })
    return { message: `Coupon ${code} created.` }
  })
  registerEndpoint(app, changeACoupon, async ({ params: { code }, body, member }) => {
    const { timeZone } = await readSite(deps.db)
    const isChanged = await changeCoupon(deps, {
      by: toStaff(member),
      code,
      revision: body.revision,
      ...toTerms(body, timeZone),
    }).catch((error: unknown) => {
      throw toFieldError(error, body.percent === null ? 'amount' : 'percent')
    })
    return { message: isChanged ? `Coupon ${code} changed.` : `Coupon ${code} already has these settings.` }
  })
  registerEndpoint(app, readCouponLink, async ({ params: { code }, body: { path } }) => {
    const link = await getCouponLink(deps, { code, path })
    if (!link)
      throw new AppError(
        'not_found',
        'No product for this coupon is for sale. Offer one for sale, or change the coupon.',
      )
    return link
  })
  registerEndpoint(app, endACoupon, async ({ params: { code }, member }) => {
    const ended = await endCoupon(deps, { code, by: toStaff(member) })
    return { message: `Coupon ${ended} ended. Checkouts already in progress keep the discount.` }
  })
}

function toTerms(body: Omit<Call<typeof changeACoupon>['body'], 'revision'>, timeZone: string) {
  return {
    name: body.name,
    percentOff: body.percent,
    centsOff: body.amount === null ? null : (parseCents(body.amount) ?? null),
    validFrom: body.since === null ? null : startOfDay(body.since, timeZone),
    validUntil: body.until === null ? null : endOfDay(body.until, timeZone),
    maxUses: body.limit,
    maxUsesPerMember: body.per_member,
    slugs: body.products,
  }
}

/** The service reports one field for a coupon's discount, but the endpoint has two. */
function toFieldError(error: unknown, name: 'percent' | 'amount'): unknown {
  if (!(error instanceof AppError) || !error.extra.fields?.['worth']) return error
  const { worth, ...fields } = error.extra.fields
  return fieldErrors({ ...fields, [name]: worth })
}
