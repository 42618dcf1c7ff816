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
