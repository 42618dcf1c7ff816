export { worthInWords } from './coupons.rules.ts'
export { allCoupons, createCoupon, endCoupon, quote } from './coupons.service.ts'
