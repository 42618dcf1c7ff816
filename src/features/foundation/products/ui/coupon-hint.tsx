import { useLocation } from 'react-router'
import { parseLinkCoupon, useLinkCoupon } from '#web/client/link-coupon.ts'

/** Shown on a list that was opened with a coupon link. Each product's page shows the code again. */
export function CouponHint() {
  const { search } = useLocation()
  const code = useLinkCoupon()
  if (!code || code !== parseLinkCoupon(search)) return null
  return <p className="mb-6">Coupon {code} will be applied at checkout if it’s valid for the product.</p>
}
