export { formatDiscount } from './coupons.rules.ts'
export {
  getAllCoupons,
  createCoupon,
  endCoupon,
  getCouponPage,
  holdQuote,
  type Quote,
  getQuote,
} from './coupons.service.ts'
