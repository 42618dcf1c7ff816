import { useLocation } from 'react-router'
import { parseLinkCoupon, useLinkCoupon } from '#web/client/link-coupon.ts'
import { Notice } from '#web/ui/notice.tsx'

/** On a list that was opened by a coupon link: the code appears again on the page of each product. */
export function CouponHint() {
  const { search } = useLocation()
  const code = useLinkCoupon()
  if (code === undefined || code !== parseLinkCoupon(search)) return null
  return (
    <Notice className="mb-6">
      Coupon {code} will be applied at checkout if it’s valid for the product. Open a product to see its price.
    </Notice>
  )
}
