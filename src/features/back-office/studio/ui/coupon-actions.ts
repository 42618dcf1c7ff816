import type { EndpointInput } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { endACoupon, makeCoupon } from '../coupons.contract.ts'

export const couponActions = {
  makeCoupon: (body: EndpointInput<typeof makeCoupon>['body']) =>
    call<typeof makeCoupon>('POST /Academy/api/studio/coupons/new/', { body }),
  endCoupon: (code: string) =>
    call<typeof endACoupon>('POST /Academy/api/studio/coupons/:code/end/', { params: { code }, body: {} }),
}
