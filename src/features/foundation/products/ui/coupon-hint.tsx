import { useLocation } from 'react-router'
import { parseLinkCoupon, useLinkCoupon } from '#web/client/link-coupon.ts'

/** On a list that was opened by a coupon link: the code appears again on the page of each product. */
export function CouponHint() {
  const { search } = useLocation()
  const code = useLinkCoupon()
  if (!code || code !== parseLinkCoupon(search)) return null
  return <p className="mb-6">Coupon {code} will be applied at checkout if it’s valid for the product.</p>
}
