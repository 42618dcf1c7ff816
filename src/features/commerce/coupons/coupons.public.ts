export { changeCoupon } from './coupon-changes.service.ts'
export { getCouponLink } from './coupon-links.service.ts'
export { formatDiscount, getCouponRevision } from './coupons.rules.ts'
export {
  getAllCoupons,
  createCoupon,
  endCoupon,
  getCouponPage,
  holdQuote,
  type Quote,
  getQuote,
  getVisitorQuote,
} from './coupons.service.ts'
