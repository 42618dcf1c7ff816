import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { KIND_NAMES } from '#shared/kinds.ts'

export const listOrders = endpoint({
  method: 'GET',
  url: '/Academy/api/account/orders/',
  access: 'member',
  summary: "The member's own orders, newest first",
  description:
    'What was paid, or taken free of charge; payments that were begun and not finished are no orders. What was free has no invoice.',
  reply: z.array(
    z.object({
      order_number: z.string(),
      date: z.iso.date().describe("ISO 8601, in the academy's time zone."),
      item: z.string().describe('The name under which it was bought.'),
      kind: z.enum(KIND_NAMES),
      item_id: z.string().describe("The item's public id."),
      total: z.string().describe('What was paid, tax included.'),
      refunded: z.string(),
      invoice_number: z.string().nullable(),
      credit_notes: z.array(z.object({ id: z.string(), number: z.string(), date: z.iso.date(), amount: z.string() })),
      state: z.enum(['paid', 'free', 'partly_refunded', 'refunded', 'disputed']),
      has_access: z
        .boolean()
        .optional()
        .describe(
          'Of a refunded or disputed order: whether something else, such as a grant, gives access to the item.',
        ),
    }),
  ),
  example: {
    reply: [
      {
        order_number: '7C41F09A52BD',
        date: '2026-11-21',
        item: 'Defense Medical Exam Training',
        kind: 'course',
        item_id: 'defense-medical-exam-training',
        total: '119.20',
        refunded: '0.00',
        invoice_number: 'INV-000042',
        credit_notes: [],
        state: 'paid',
      },
    ],
  },
})

const orderNumber = z.string().describe('`order_number` of one of the orders.')

export const readInvoice = endpoint({
  method: 'GET',
  url: '/Academy/api/account/orders/:orderNumber/invoice/',
  access: 'member',
  summary: 'The invoice of an order, as a PDF',
  description: 'It says what it said when it was first handed out. An order that was free has none.',
  refuses: ['not_found', 'too_many_requests'],
  params: z.strictObject({ orderNumber }),
  reply: { file: 'application/pdf' },
  example: { params: { orderNumber: '7C41F09A52BD' } },
})

export const readCreditNote = endpoint({
  method: 'GET',
  url: '/Academy/api/account/orders/:orderNumber/credit-notes/:id/',
  access: 'member',
  summary: 'A credit note of an order, as a PDF',
  description: 'An order has one for each sum that was given back.',
  refuses: ['not_found', 'too_many_requests'],
  params: z.strictObject({ orderNumber, id: z.string().describe('`id` of one of its `credit_notes`.') }),
  reply: { file: 'application/pdf' },
  example: { params: { orderNumber: '7C41F09A52BD', id: '0b7f9c1e-2a44-4f6d-9a53-3c1d2e4f5a6b' } },
})

const Billing = {
  company: z.string(),
  address: z.string().describe('Up to six lines.'),
  tax_number: z.string().describe('Of the buyer, as it is to be printed.'),
}

export const readBillingDetails = endpoint({
  method: 'GET',
  url: '/Academy/api/account/billing/',
  access: 'member',
  summary: "What the member's invoices are made out to, beside name and email",
  description:
    '`bare_invoices` counts the invoices that were handed out without any such details, so that they can still be added.',
  reply: z.object({ ...Billing, bare_invoices: z.int() }),
  example: {
    reply: {
      company: 'Nightingale Consulting LLC',
      address: '1 Lamp Street\nSpringfield, IL 62701',
      tax_number: '',
      bare_invoices: 1,
    },
  },
})

// Contents are validated by field in billing.service.ts; here texts only get a maximum length.
const typed = z.string('Please enter text.').max(2_000)

export const saveBillingDetails = endpoint({
  method: 'POST',
  url: '/Academy/api/account/billing/',
  access: 'member',
  summary: 'Sets what invoices are made out to from now on',
  description:
    'An invoice keeps what it was made out to. With `add_to_earlier` the details are also added to the invoices that were handed out without any, with the day on which they were added.',
  refuses: ['invalid'],
  body: z.strictObject({
    company: typed,
    address: typed,
    tax_number: typed,
    add_to_earlier: z.boolean('Must be true or false.').default(false),
  }),
  reply: z.object({ ...Billing, bare_invoices: z.int() }),
  fieldErrors: 'flat',
  example: {
    body: {
      company: 'Nightingale Consulting LLC',
      address: '1 Lamp Street\nSpringfield, IL 62701',
      tax_number: '',
      add_to_earlier: true,
    },
    reply: {
      company: 'Nightingale Consulting LLC',
      address: '1 Lamp Street\nSpringfield, IL 62701',
      tax_number: '',
      bare_invoices: 0,
    },
  },
})
