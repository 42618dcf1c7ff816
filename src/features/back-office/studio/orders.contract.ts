import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { KIND_NAMES } from '#shared/kinds.ts'
import { parseCents } from '#shared/money.ts'
import { requiredText as typedWords } from '#shared/text-schema.ts'
import { tidyText } from '#shared/tidy-text.ts'
import { readDate } from '#shared/typed-dates.ts'
import { readMoney } from '#shared/typed-money.ts'
import { readAs } from '#shared/typed-schema.ts'

// Staff actions on orders. Searches contain names and addresses, so they are sent in request bodies, because URLs are
// logged.

export const words = z
  .string('Please enter text.')
  .max(200, 'Please use at most 200 characters.')
  .overwrite(tidyText)
  .default('')
/** A day, which begins and ends in the academy's time zone. */
export const requiredDay = readAs(z.string('Enter a date.').min(1, 'Enter a date.'), readDate)
export const day = requiredDay.nullable().default(null)
export const sort = z.enum(['newest', 'oldest']).default('newest').describe('The sort order.')
export const why = typedWords(500, 'Enter a reason. It is saved in the audit log.')
export const amount = readAs(z.string('Enter an amount such as 10.00.'), readMoney).refine(
  (typed) => parseCents(typed) !== 0,
  'Enter an amount greater than 0, such as 10.00.',
)

const OrderParams = z.strictObject({ orderNumber: z.string().min(1).max(40) })
export const Done = z.object({ message: z.string() })

export const Order = z.object({
  order_number: z.string(),
  date: z.iso.datetime().describe('When it was paid, or started if unpaid.'),
  item: z.string(),
  kind: z.enum(KIND_NAMES),
  state: z.string().describe('As text, such as "paid, $5.00 refunded".'),
  total: z.string(),
  left: z.string().describe('What can still be refunded, as far as the academy knows; "0.00" if nothing.'),
  coupon: z.string().nullable(),
  is_test: z.boolean().describe('Paid with a test card, or free: excluded from totals.'),
  has_receipt: z.boolean(),
  buyer: z
    .object({ id: z.uuid(), name: z.string(), username: z.string(), email: z.string() })
    .nullable()
    .describe('Null if the member was deleted.'),
})

export type Order = z.infer<typeof Order>

export const orderExample: Order = {
  order_number: 'LNA-7F3K-2Q9D',
  date: '2026-11-22T15:00:00.000Z',
  item: 'Defense Medical Exam Training',
  kind: 'course',
  state: 'paid',
  total: '299.00',
  left: '299.00',
  coupon: null,
  is_test: false,
  has_receipt: true,
  buyer: {
    id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
    name: 'Nora Nightingale',
    username: 'nora',
    email: 'nora@example.com',
  },
}

/** The filters of the list, its totals, and its export. */
const filters = {
  words,
  state: z.enum(['paid', 'refunded', 'disputed', 'pending', 'expired', 'failed', 'any']).nullable().default(null),
  product: z.string().max(200).nullable().default(null).describe("The last part of the product's address."),
  coupon: z.string().max(40).nullable().default(null),
  since: day,
  until: day,
  money: z.enum(['real', 'test']).nullable().default(null),
  waits: z
    .enum(['refund', 'dispute', 'payment'])
    .nullable()
    .default(null)
    .describe('Orders with a failed refund, a dispute that needs a response, or a payment that was not delivered.'),
}
const filtersExample = {
  words: '',
  state: null,
  product: null,
  coupon: null,
  since: '2026-11-01',
  until: '2026-11-30',
  money: null,
  waits: null,
}

export const findOrders = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/orders/',
  access: { may: 'see orders' },
  summary: 'List orders',
  description:
    'Each word must match the buyer’s name, username, or email address, the product’s name, the start of the order number or of a certificate ID, or the payment ID. 20 at a time. `after` is the order to continue after.',
  body: z.strictObject({ ...filters, sort, after: z.string().max(40).nullable().default(null) }),
  reply: z.object({ orders: z.array(Order), is_more: z.boolean() }),
  example: {
    body: { ...filtersExample, words: 'nora', sort: 'newest', after: null },
    reply: { orders: [orderExample], is_more: false },
  },
})

export const exportOrderList = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/orders/file/',
  access: { may: 'export lists' },
  summary: 'Export the list of orders as CSV',
  description:
    'All pages in the same order, including test orders. It names buyers, so the export is recorded in the audit log.',
  body: z.strictObject({ ...filters, sort }),
  reply: { file: 'text/csv' },
  example: { body: { ...filtersExample, sort: 'newest' } },
})

const OrderTotals = z.object({
  currency: z.string(),
  sales: z.int(),
  refunds: z.int(),
  sold: z.string().describe('What buyers paid: after discounts, with tax.'),
  discount: z.string(),
  tax: z.string().describe('The tax on sales minus the tax on refunds.'),
  refunded: z.string(),
  left: z.string().describe('Sales minus refunds.'),
  fee: z.string().describe("Stripe's fees, where they are known."),
  fees_known: z.int().describe('For how many sales the fee is known.'),
})

export const totalOrders = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/orders/sums/',
  access: { may: 'see orders' },
  summary: 'Get order totals by currency',
  description: 'Live payments only, by invoice and credit note date. A refund counts on the day of its credit note.',
  body: z.strictObject(filters),
  reply: z.object({ sums: z.array(OrderTotals), may_export: z.boolean() }),
  example: {
    body: filtersExample,
    reply: {
      sums: [
        {
          currency: 'USD',
          sales: 12,
          refunds: 1,
          sold: '3588.00',
          discount: '100.00',
          tax: '0.00',
          refunded: '299.00',
          left: '3289.00',
          fee: '107.65',
          fees_known: 12,
        },
      ],
      may_export: true,
    },
  },
})

export const exportOrders = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/orders/csv/',
  access: { may: 'export sales' },
  summary: 'Export sales and refunds as a spreadsheet',
  description:
    'One line per invoice and credit note, by date. It names buyers, so the export is recorded in the audit log first.',
  body: z.strictObject(filters),
  reply: { file: 'text/csv' },
  example: { body: filtersExample },
})

export const readOrderChoices = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/orders/choices/',
  access: { may: 'see orders' },
  summary: 'List the order filters',
  description: 'Coupons and all products that were ever for sale, by name.',
  reply: z.object({
    products: z.array(z.object({ id: z.string(), item: z.string() })),
    coupons: z.array(z.string()),
    first_day: z.iso.date().describe('Of this month.'),
    today: z.iso.date().describe("In the academy's time zone."),
  }),
  example: {
    reply: {
      products: [{ id: 'defense-medical-exam-training', item: 'Defense Medical Exam Training' }],
      coupons: ['SPRING20'],
      first_day: '2026-11-01',
      today: '2026-11-22',
    },
  },
})

export const refundAnOrder = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/orders/:orderNumber/refund/',
  access: { may: 'refund' },
  summary: 'Refund an order in full or in part',
  description:
    'Refunds the rest, or `amount`, to the original payment method. Asks Stripe first what was already refunded, so a repeated request refunds only once unless `times` counts it. Access ends once Stripe confirms a full refund.',
  refuses: ['payment_mismatch', 'payment_provider_unavailable'],
  params: OrderParams,
  body: z.strictObject({ amount: amount.nullable().default(null), why, times: z.int().min(1).max(100).default(1) }),
  reply: z.object({
    message: z.string(),
    is_done: z.boolean().describe('False if this request refunded nothing.'),
    next_times: z
      .int()
      .nullable()
      .describe('The value of `times` that refunds the same amount again; null if that does not apply.'),
    order: Order.nullable(),
  }),
  example: {
    params: { orderNumber: 'LNA-7F3K-2Q9D' },
    body: { amount: null, why: 'Requested within 14 days', times: 1 },
    reply: {
      message: 'Order LNA-7F3K-2Q9D (Defense Medical Exam Training): $299.00 refunded. Order status: refunded.',
      is_done: true,
      next_times: null,
      order: { ...orderExample, state: 'refunded', left: '0.00' },
    },
  },
})

export const resendReceipt = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/orders/:orderNumber/receipt/',
  access: { may: 'resend email' },
  summary: 'Resend the receipt of an order',
  description: "With its invoice, to the member's current address.",
  params: OrderParams,
  body: z.strictObject({}),
  reply: Done,
  example: {
    params: { orderNumber: 'LNA-7F3K-2Q9D' },
    body: {},
    reply: { message: 'The receipt will be emailed to nora@example.com within a minute.' },
  },
})
