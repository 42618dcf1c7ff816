import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { readUses, readWholePercent } from '#shared/typed-numbers.ts'
import { typedNumber } from '#shared/typed-schema.ts'
import { amount, day, Done } from './orders.contract.ts'

const Coupon = z.object({
  code: z.string(),
  name: z.string().describe('For staff.'),
  percent: z.int().nullable(),
  amount: z.string().nullable(),
  products: z.array(z.string()).describe('The slugs of the products it is for; empty for all.'),
  worth: z.string().describe('As text: "20% off", "$10.00 off".'),
  items: z.array(z.string()).describe('The products it is for; empty for all.'),
  since: z.string().nullable(),
  until: z.string().nullable(),
  uses: z.int().describe('Includes payments in progress.'),
  limit: z.int().nullable(),
  per_member: z.int(),
  orders: z.int().describe('Live payments only.'),
  took_off: z.string().describe('The total discount on these.'),
  has_ended: z.boolean(),
  is_changeable: z.boolean().describe('False once staff have ended it.'),
  revision: z.string().describe('For saving a change.'),
})

const coupon: z.infer<typeof Coupon> = {
  code: 'SPRING20',
  name: 'Spring newsletter',
  percent: 20,
  amount: null,
  products: [],
  worth: '20% off',
  items: [],
  since: '2026-03-01',
  until: '2026-04-30',
  uses: 12,
  limit: 100,
  per_member: 1,
  orders: 11,
  took_off: '657.80',
  has_ended: false,
  is_changeable: true,
  revision: 'qL8R4QIcQ_ZsRqOA',
}

export const searchCoupons = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/coupons/',
  access: { may: 'see orders' },
  summary: 'List coupons with uses and discounts',
  description:
    'Newest first, 20 at a time. `after` is the code to continue after. Test payments are excluded from totals.',
  body: z.strictObject({ after: z.string().max(40).nullable().default(null) }),
  reply: z.object({ coupons: z.array(Coupon), is_more: z.boolean() }),
  example: { body: { after: null }, reply: { coupons: [coupon], is_more: false } },
})

const limit = typedNumber(readUses, 'Enter a number of uses.').describe('A number, or its text as typed.')

const terms = {
  name: z.string().trim().max(100, 'A name can have at most 100 characters.').default(''),
  percent: typedNumber(readWholePercent, 'Enter a percentage such as 20.')
    .nullable()
    .default(null)
    .describe('A number from 1 to 100, or its text as typed.'),
  amount: amount.nullable().default(null),
  products: z.array(z.string().max(200)).max(500).default([]),
  since: day,
  until: day,
  limit: limit.nullable().default(null),
  per_member: limit.default(1),
}

const CouponParams = z.strictObject({ code: z.string().min(1).max(40) })

export const makeCoupon = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/coupons/new/',
  access: { may: 'create coupon' },
  summary: 'Create a coupon',
  description:
    'Either `percent` or `amount`. Without products, it is for everything. If less than $0.50 remains, which cards can’t pay, the item is free. Codes can’t be reused.',
  body: z.strictObject({
    code: z
      .string('Please enter a code.')
      .trim()
      .min(1, 'Please enter a code.')
      .max(40, 'A code can have at most 32 characters.'),
    ...terms,
  }),
  reply: Done,
  example: {
    body: {
      code: 'SPRING20',
      name: 'Spring newsletter',
      percent: 20,
      amount: null,
      products: [],
      since: '2026-03-01',
      until: '2026-04-30',
      limit: 100,
      per_member: 1,
    },
    reply: { message: 'Coupon SPRING20 created.' },
  },
})

export const changeACoupon = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/coupons/:code/change/',
  access: { may: 'change coupon' },
  summary: 'Change a coupon',
  description:
    'Everything but its code. Orders already paid keep their price; a checkout in progress keeps its price unless the new one is lower. Fails if someone else changed the coupon since `revision`.',
  refuses: ['not_found', 'conflict'],
  params: CouponParams,
  body: z.strictObject({ ...terms, revision: z.string().max(40) }),
  reply: Done,
  example: {
    params: { code: 'SPRING20' },
    body: {
      name: 'Spring newsletter',
      percent: 25,
      amount: null,
      products: [],
      since: '2026-03-01',
      until: '2026-05-31',
      limit: 100,
      per_member: 1,
      revision: 'qL8R4QIcQ_ZsRqOA',
    },
    reply: { message: 'Coupon SPRING20 changed.' },
  },
})

export const readCouponLink = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/coupons/:code/link/',
  access: { may: 'see orders' },
  summary: 'Get a link that applies a coupon, with its QR code',
  description: 'To the page at `path`, or to the first page that fits. Stores nothing.',
  refuses: ['not_found'],
  params: CouponParams,
  body: z.strictObject({ path: z.string().max(300).nullable().default(null) }),
  reply: z.object({
    pages: z.array(z.object({ path: z.string(), name: z.string() })).describe('Where such a link can lead.'),
    path: z.string(),
    address: z.string(),
    size: z.int(),
    picture: z.string().describe('The QR code: an SVG path in a square of `size`, without a margin.'),
  }),
  example: {
    params: { code: 'SPRING20' },
    body: { path: null },
    reply: {
      pages: [{ path: '/Course/defense-medical-exam-training', name: 'Defense Medical Exam Training' }],
      path: '/Course/defense-medical-exam-training',
      address: 'https://academy.example.com/Course/defense-medical-exam-training?coupon=SPRING20',
      size: 33,
      picture: 'M0 0h1v1h-1z',
    },
  },
})

export const endACoupon = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/coupons/:code/end/',
  access: { may: 'end coupon' },
  summary: 'End a coupon',
  description: 'No one can use it anymore. Checkouts already in progress keep the discount.',
  params: CouponParams,
  body: z.strictObject({}),
  reply: Done,
  example: {
    params: { code: 'SPRING20' },
    body: {},
    reply: { message: 'Coupon SPRING20 ended. Checkouts already in progress keep the discount.' },
  },
})
