export { worthInWords } from './coupons.rules.ts'
export { allCoupons, createCoupon, endCoupon, type Quote, quote } from './coupons.service.ts'
