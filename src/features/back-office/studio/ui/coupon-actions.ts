import type { EndpointInput } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { changeACoupon, endACoupon, makeCoupon, readCouponLink } from '../coupons.contract.ts'

export const couponActions = {
  makeCoupon: (body: EndpointInput<typeof makeCoupon>['body']) =>
    call<typeof makeCoupon>('POST /Academy/api/studio/coupons/new/', { body }),
  changeCoupon: (code: string, body: EndpointInput<typeof changeACoupon>['body']) =>
    call<typeof changeACoupon>('POST /Academy/api/studio/coupons/:code/change/', { params: { code }, body }),
  endCoupon: (code: string) =>
    call<typeof endACoupon>('POST /Academy/api/studio/coupons/:code/end/', { params: { code }, body: {} }),
  readCouponLink: (code: string, path: string | null) =>
    call<typeof readCouponLink>('POST /Academy/api/studio/coupons/:code/link/', { params: { code }, body: { path } }),
}
