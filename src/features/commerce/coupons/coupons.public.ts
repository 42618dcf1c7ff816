export { changeCoupon, getCouponRevision } from './coupon-changes.service.ts'
export { getCouponLink } from './coupon-links.service.ts'
export { formatDiscount } from './coupons.rules.ts'
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
