import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { mapKinds, KINDS } from '#shared/kinds.ts'

const Coupon = z.string().trim().min(1, 'Please enter a code.').max(100, 'Please enter a shorter code.')

const Address = z
  .strictObject({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Please choose a country.')
      .describe('ISO 3166, two letters.'),
    postal_code: z
      .string()
      .trim()
      .max(16, 'Please enter a shorter postal code.')
      .describe('Empty where there are none.'),
  })
  .describe("The buyer's home. Needed where `automatic_tax` is on, and of no effect elsewhere.")

// The browser sends only a product and an optional coupon; the server determines the price.
const Choice = z.strictObject({
  courseId: z.string().min(1).max(200),
  coupon: Coupon.optional().describe('The code of a coupon. Without it, an open payment with a coupon makes way.'),
  address: Address.optional(),
  total: z
    .string()
    .regex(/^\d{1,7}\.\d\d$/)
    .optional()
    .describe(
      'What the buyer was shown. It never sets a price: where it is not what the item costs now, the call is refused on this field.',
    ),
})

const Intent = z.object({
  clientSecret: z.string().describe('Lets the browser pay with the card provider; kept out of addresses and logs.'),
  myDocsID: z.uuid().describe('Id of the purchase.'),
})

const Payment = z.strictObject({
  myDocsID: z.string().max(200).describe('The purchase, as the call that opened the payment named it.'),
  paymentIntentId: z.string().max(200).describe("The card provider's id of the payment."),
})

const Confirmation = z.object({
  response: z.enum(['SUCCESS', 'FAILED']),
  message: z.string(),
  order_number: z.string().optional().describe('Of what is paid, as the receipt names it.'),
  receipt_to: z.string().optional().describe('The address to which the receipt is mailed.'),
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
        ? 'Opens the payment of a course; called again, it answers with the same open payment'
        : `Opens the payment of a ${kind} (\`courseId\` carries its id)`,
    description:
      "The price is read from the academy's database; the body names the item, and a coupon if there is one. `clientSecret` is for the card provider's browser script, `myDocsID` is the id of the purchase. An item that is owned already is refused, and so is a coupon that can't be used, on the field `coupon`. Where `automatic_tax` is on, the tax at `address` is added.",
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
      "Believes nothing from the browser: status, amount, currency, purchase and member are compared with what the card provider says. A payment that did not succeed answers `FAILED` with the reason. Called again, it changes nothing more. Someone else's purchase answers like one that does not exist.",
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
  summary: 'Takes an item whose price is 0, by itself or with a coupon, without a card',
  description:
    'An item that costs something is refused. The purchase is the same kind of record as one that was paid for.',
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
  summary: 'What an item would cost, with a coupon if one is named',
  description:
    "Promises nothing and keeps nothing: the calls that open a payment price it again. A coupon that can't be used is refused on the field `coupon`, with the reason. With a price of 0.00 the item is enrolled in without a card.",
  refuses: ['not_found', 'payment_provider_unavailable', 'too_many_requests'],
  body: z.strictObject({
    productId: z.string().min(1).max(200),
    coupon: Coupon.optional(),
    address: Address.optional(),
  }),
  reply: z.object({
    list_price: z.string(),
    discount: z.string(),
    price: z.string().describe('List price less discount.'),
    tax: z.string().nullable().describe('Null where no tax is added, or not yet: it needs an address.'),
    total: z.string().describe('Price and tax: what the card is charged.'),
    coupon: z.string().nullable().describe('The code as it is written.'),
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
