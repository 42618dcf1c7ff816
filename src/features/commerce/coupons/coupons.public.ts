export { changeCoupon, getCouponRevision } from './coupon-changes.service.ts'
export { getCouponLink } from './coupon-links.service.ts'
export { formatDiscount, normalizeCouponCode } from './coupons.rules.ts'
export {
  getAllCoupons,
  createCoupon,
  endCoupon,
  getCouponPage,
  holdQuote,
  type Quote,
  getQuote,
  getVisitorQuote,
  isKnownCoupon,
} from './coupons.service.ts'
