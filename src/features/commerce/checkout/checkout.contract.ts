import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { mapKinds, KINDS } from '#shared/kinds.ts'
import { isCountry } from './countries.rules.ts'

const Coupon = z.string().trim().min(1, 'Please enter a code.').max(100, 'Please enter a shorter code.')

const Address = z
  .strictObject({
    country: z.string().refine(isCountry, 'Please choose a country.').describe('ISO 3166, two letters.'),
    postal_code: z
      .string()
      .trim()
      .max(16, 'Please enter a shorter postal code.')
      .describe('Empty if the country has none.'),
  })
  .describe("The buyer's home address. Required if `automatic_tax` is on, and otherwise ignored.")

// The browser sends only a product and an optional coupon. The server determines the price.
const Choice = z.strictObject({
  courseId: z.string().min(1).max(200),
  coupon: Coupon.optional().describe('A coupon code. Without one, a pending payment with a coupon is replaced.'),
  address: Address.optional(),
  total: z
    .string()
    .regex(/^\d{1,7}\.\d\d$/)
    .optional()
    .describe(
      'The price the buyer was shown. It never sets the price: if it differs from the current one, the request is rejected, with an error on this field.',
    ),
})

const Intent = z.object({
  clientSecret: z.string().describe('Lets the browser pay with Stripe. Never in addresses or logs.'),
  myDocsID: z.uuid().describe('ID of the purchase.'),
})

const Payment = z.strictObject({
  myDocsID: z.string().max(200).describe('The purchase ID from the call that opened the payment.'),
  paymentIntentId: z.string().max(200).describe("Stripe's ID of the payment."),
})

const Confirmation = z.object({
  response: z.enum(['SUCCESS', 'FAILED']),
  message: z.string(),
  order_number: z.string().optional().describe('The order number, as on the receipt.'),
  receipt_to: z.string().optional().describe('The address to which the receipt is emailed.'),
})

const PURCHASE_ERROR_CODES = [
  'not_found',
  'already_owned',
  'payment_mismatch',
  'payment_provider_unavailable',
  'busy',
  'too_many_requests',
] as const

export const openPaymentEndpoints = mapKinds((kind) =>
  endpoint({
    method: 'POST',
    url: KINDS[kind].payment.open,
    access: 'member',
    summary:
      kind === 'course'
        ? 'Open a payment for a course; repeated requests return the same payment'
        : `Open a payment for a ${kind} (\`courseId\` is its ID)`,
    description:
      "The price comes from the academy's database. The body names the item and, optionally, a coupon. `clientSecret` is for Stripe's browser script, and `myDocsID` is the ID of the purchase. Fails if the caller already has the item, or with an error on `coupon` if the coupon can't be used. If `automatic_tax` is on, the tax at `address` is added.",
    refuses: PURCHASE_ERROR_CODES,
    body: Choice,
    reply: Intent,
    example: {
      body: { courseId: KINDS[kind].example },
      reply: {
        clientSecret: 'pi_3QJ5nD2eZvKYlo2C1a2b3c4d_secret_5e6f7a8b',
        myDocsID: '0b6f3c1e-5a55-4a8e-9a3e-3d1f6f0c2b11',
      },
    },
  }),
)

export const confirmPaymentEndpoints = mapKinds((kind) =>
  endpoint({
    method: 'POST',
    url: KINDS[kind].payment.confirm,
    access: 'member',
    summary: `Settles the purchase of a ${kind}, if the card provider says that it is paid`,
    description:
      "Trusts nothing from the browser: compares status, amount, currency, purchase, and member with what the card provider reports. A payment that did not succeed gets `FAILED` with the reason. Repeated calls change nothing more. Someone else's purchase gets the same response as one that does not exist.",
    refuses: ['not_found', 'payment_mismatch', 'payment_provider_unavailable', 'too_many_requests'],
    params: Payment,
    reply: Confirmation,
    example: {
      params: { myDocsID: '0b6f3c1e-5a55-4a8e-9a3e-3d1f6f0c2b11', paymentIntentId: 'pi_3QJ5nD2eZvKYlo2C1a2b3c4d' },
      reply: { response: 'SUCCESS', message: 'Thank you. Your purchase is ready.' },
    },
  }),
)

export const enroll = endpoint({
  method: 'POST',
  url: '/Academy/api/enroll/',
  access: 'member',
  summary: 'Take an item whose price is 0, by itself or with a coupon, without a card',
  description: 'Fails if the item costs something. The purchase record is the same as for a paid one.',
  refuses: PURCHASE_ERROR_CODES,
  body: z.strictObject({ productId: z.string().min(1).max(200), coupon: Coupon.optional() }),
  reply: z.object({ myDocsID: z.uuid() }),
  example: {
    body: { productId: 'what-is-a-defense-medical-exam' },
    reply: { myDocsID: '0b6f3c1e-5a55-4a8e-9a3e-3d1f6f0c2b11' },
  },
})

export const readPrice = endpoint({
  method: 'POST',
  url: '/Academy/api/checkout/price/',
  access: 'member',
  summary: 'Price an item, optionally with a coupon',
  description:
    "Stores and guarantees nothing: the calls that open a payment price it again. Fails with an error on `coupon`, which says why, if the coupon can't be used. If the price is 0.00, enroll without a card.",
  refuses: ['not_found', 'payment_provider_unavailable', 'too_many_requests'],
  body: z.strictObject({
    productId: z.string().min(1).max(200),
    coupon: Coupon.optional(),
    address: Address.optional(),
  }),
  reply: z.object({
    list_price: z.string(),
    discount: z.string(),
    price: z.string().describe('List price minus discount.'),
    tax: z.string().nullable().describe('Null if no tax is added, or until there is an address.'),
    total: z.string().describe('Price and tax: what the card is charged.'),
    coupon: z.string().nullable().describe('The code in its standard spelling.'),
  }),
  example: {
    body: { productId: 'defense-medical-exam-training', coupon: 'spring20' },
    reply: {
      list_price: '149.00',
      discount: '29.80',
      price: '119.20',
      tax: null,
      total: '119.20',
      coupon: 'SPRING20',
    },
  },
})

export const readLinkPrice = endpoint({
  method: 'POST',
  url: '/Academy/api/checkout/coupon/',
  access: 'anyone',
  summary: 'Price an item with the coupon of a link, before a login',
  description:
    'Guarantees nothing, and ignores what the caller has used or bought. Fails with an error on `coupon`, which says why, if no one can use the coupon now.',
  refuses: ['not_found', 'too_many_requests'],
  body: z.strictObject({ productId: z.string().min(1).max(200), coupon: Coupon }),
  reply: z.object({
    list_price: z.string(),
    price: z.string().describe('List price minus discount, without tax.'),
    coupon: z.string().describe('The code in its standard spelling.'),
  }),
  example: {
    body: { productId: 'defense-medical-exam-training', coupon: 'spring20' },
    reply: { list_price: '149.00', price: '119.20', coupon: 'SPRING20' },
  },
})
