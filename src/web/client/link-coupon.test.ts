import { expect, test } from 'vitest'
import { parseReturnTo } from '../../features/people/login/return-to.rules.ts'
import { formatCouponQuery, parseLinkCoupon } from './link-coupon.ts'

test.each([
  ['?coupon=SPRING20', 'SPRING20'],
  ['?utm_source=mail&coupon=spring+20%20', 'spring20'],
  ['', undefined],
  ['?coupon=', undefined],
  [`?coupon=${'x'.repeat(300)}`, 'x'.repeat(40)],
  ['?coupon=%E0%A4%A', '\u{FFFD}%A'],
])('reads the code of %s: %s', (search, code) => {
  expect(parseLinkCoupon(search)).toBe(code)
})

test.each(['SPRING20', '<script>', '%&#?/\\', '💰'.repeat(20), '//evil.example', "!'()~"])(
  'carries %s through a login without leaving the page of the product',
  (typed) => {
    const code = parseLinkCoupon(`?coupon=${encodeURIComponent(typed)}`)
    const path = `/Course/defense-medical-exam-training${formatCouponQuery(code)}#buy`
    expect(parseReturnTo(path)).toBe(path)
    expect(parseLinkCoupon(new URL(path, 'https://academy.example').search)).toBe(code)
  },
)
