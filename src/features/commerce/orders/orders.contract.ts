import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { KIND_NAMES } from '#shared/kinds.ts'

export const listOrders = endpoint({
  method: 'GET',
  url: '/Academy/api/account/orders/',
  access: 'member',
  summary: "List the member's orders, newest first",
  description: 'Paid and free orders. Unfinished payments are not orders. Free orders have no invoice.',
  reply: z.array(
    z.object({
      order_number: z.string(),
      date: z.iso.date().describe("ISO 8601, in the academy's time zone."),
      item: z.string().describe("The item's name when it was bought."),
      kind: z.enum(KIND_NAMES),
      item_id: z.string().describe("The item's public ID."),
      total: z.string().describe('What was paid, including tax.'),
      refunded: z.string(),
      invoice_number: z.string().nullable(),
      credit_notes: z.array(z.object({ id: z.string(), number: z.string(), date: z.iso.date(), amount: z.string() })),
      state: z.enum(['paid', 'free', 'partly_refunded', 'refunded', 'disputed']),
      has_access: z
        .boolean()
        .optional()
        .describe(
          'For a refunded or disputed order: whether something else, such as free access, gives access to the item.',
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

const orderNumber = z.string().describe('The `order_number` of an order.')

export const readInvoice = endpoint({
  method: 'GET',
  url: '/Academy/api/account/orders/:orderNumber/invoice/',
  access: 'member',
  summary: 'Get the invoice of an order, as a PDF',
  description: 'Never changes after it was issued. A free order has none.',
  refuses: ['not_found', 'too_many_requests'],
  params: z.strictObject({ orderNumber }),
  reply: { file: 'application/pdf' },
  example: { params: { orderNumber: '7C41F09A52BD' } },
})

export const readCreditNote = endpoint({
  method: 'GET',
  url: '/Academy/api/account/orders/:orderNumber/credit-notes/:id/',
  access: 'member',
  summary: 'Get a credit note of an order, as a PDF',
  description: 'An order has one per refund.',
  refuses: ['not_found', 'too_many_requests'],
  params: z.strictObject({ orderNumber, id: z.string().describe('The `id` of one of its `credit_notes`.') }),
  reply: { file: 'application/pdf' },
  example: { params: { orderNumber: '7C41F09A52BD', id: '0b7f9c1e-2a44-4f6d-9a53-3c1d2e4f5a6b' } },
})

const Billing = {
  company: z.string(),
  address: z.string().describe('Up to six lines.'),
  tax_number: z.string().describe("The buyer's tax ID, as it should be printed."),
}

export const readBillingDetails = endpoint({
  method: 'GET',
  url: '/Academy/api/account/billing/',
  access: 'member',
  summary: 'Get the billing details shown on invoices with name and email',
  description: '`bare_invoices` counts the issued invoices without billing details, to which they can still be added.',
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

// Here, texts have only a maximum length. billing.service.ts validates their content and reports field errors.
const typed = z.string('Please enter text.').max(2_000)

export const saveBillingDetails = endpoint({
  method: 'POST',
  url: '/Academy/api/account/billing/',
  access: 'member',
  summary: 'Set the billing details for future invoices',
  description:
    "Issued invoices keep their details. With `add_to_earlier`, the details are also added to issued invoices without any, with today's date.",
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
