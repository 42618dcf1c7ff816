import type { FastifyInstance } from 'fastify'
import { createCoupon, endCoupon, findCoupons, worthInWords } from '#features/commerce/coupons/coupons.public.ts'
import { signedDecimal } from '#features/commerce/orders/orders.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { dayOf } from '#shared/dates.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { centsIn } from '#shared/money.ts'
import { staffOf } from '#shared/policy.ts'
import { endACoupon, findStudioCoupons, makeCoupon } from './coupons.contract.ts'

const SCREENFUL = 20

export function couponScreenRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, findStudioCoupons, async ({ body: { after } }) => {
    const { timeZone } = await readSite(deps.db)
    const { coupons, isMore } = await findCoupons(deps, { after: after ?? undefined, limit: SCREENFUL })
    return {
      coupons: coupons.map((coupon) => ({
        code: coupon.code,
        worth: worthInWords(coupon),
        items: coupon.items,
        since: coupon.validFrom && dayOf(coupon.validFrom, timeZone),
        until: coupon.validUntil && dayOf(coupon.validUntil, timeZone),
        uses: coupon.uses,
        limit: coupon.mostUses,
        per_member: coupon.mostUsesPerMember,
        orders: coupon.orders,
        took_off: signedDecimal(coupon.tookOff),
        has_ended: coupon.hasEnded,
      })),
      is_more: isMore,
    }
  })
  serve(app, makeCoupon, async ({ body, member }) => {
    const { timeZone } = await readSite(deps.db)
    const code = await createCoupon(deps, {
      by: staffOf(member),
      code: body.code,
      percentOff: body.percent,
      centsOff: body.amount === null ? null : (centsIn(body.amount) ?? null),
      validFrom: body.since === null ? null : startOfDay(body.since, timeZone),
      validUntil: body.until === null ? null : endOfDay(body.until, timeZone),
      mostUses: body.limit,
      mostUsesPerMember: body.per_member,
      slugs: body.products,
    }).catch((error: unknown) => {
      throw atField(error, body.percent === null ? 'amount' : 'percent')
    })
    return { message: `The coupon ${code} is ready.` }
  })
  serve(app, endACoupon, async ({ params: { code }, member }) => {
    const ended = await endCoupon(deps, { code, by: staffOf(member) })
    return { message: `The coupon ${ended} has ended. What was begun with it keeps its price.` }
  })
}

/** What a coupon is worth is one thing to the service, and two fields of the call. */
function atField(error: unknown, name: 'percent' | 'amount'): unknown {
  if (!(error instanceof AppError) || !error.extra.fields?.['worth']) return error
  const { worth, ...fields } = error.extra.fields
  return fieldErrors({ ...fields, [name]: worth })
}
