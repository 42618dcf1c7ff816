export { worthInWords } from './coupons.rules.ts'
export { allCoupons, createCoupon, endCoupon, findCoupons, holdQuote, type Quote, quote } from './coupons.service.ts'
