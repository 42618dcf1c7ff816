import { z } from 'zod'
import { formatDate } from '#shared/dates.ts'
import { DEFAULT_LANGUAGE } from '#shared/languages.ts'
import { DEFAULT_PAPER, type Paper, PAPERS } from '#shared/paper.ts'
import { type BillingDetails, NO_DETAILS } from './billing.rules.ts'
import { formatAmount } from '#shared/format-amount.ts'
import { type Amounts, getAmountLines, formatPaymentMethod, formatTax } from './orders.rules.ts'

/**
 * The printed content, except for the number and the date. It never changes after the invoice or credit note is first
 * issued.
 */
export const InvoiceContent = z.object({
  orderNumber: z.string(),
  itemName: z.string(),
  /** The language of dates and amounts, if it is not the default. */
  language: z.string().optional(),
  /** The paper size, if it is not the default. */
  paper: z.enum(PAPERS).optional(),
  lines: z.array(z.object({ label: z.string(), amount: z.string(), isTotal: z.boolean() })),
  remarks: z.array(z.string()),
  seller: z.object({ name: z.string(), address: z.string(), contact: z.string(), taxNumber: z.string() }),
  buyer: z.object({
    name: z.string(),
    email: z.string(),
    company: z.string(),
    address: z.string(),
    taxNumber: z.string(),
  }),
})

export type InvoiceContent = z.infer<typeof InvoiceContent>

/** For tax records, invoices are retained for ten years from the end of the year in which they were created. */
const RETENTION_YEARS = 10

/** Returns until when the content of an erased buyer's invoice with this date is retained. */
export function retainUntil(issuedOn: string): Date {
  return new Date(Date.UTC(Number(issuedOn.slice(0, 4)) + RETENTION_YEARS + 1, 0, 1))
}

export const TEST_REMARK = 'Test mode: no real money was charged.'

export type SaleDetails = Amounts & {
  orderNumber: string
  itemName: string
  cardBrand: string | null
  cardLast4: string | null
  paymentMethod: string | null
  buyer: { email: string; firstName: string; lastName: string }
  billing: BillingDetails | null
}

export type Seller = { name: string; postalAddress: string; taxNumber: string; email: string; phone: string }

export function buildInvoiceContent(
  order: SaleDetails,
  seller: Seller,
  { isTest, language, paper }: { isTest: boolean; language: string; paper: Paper },
): InvoiceContent {
  const { orderNumber, itemName, buyer, billing } = order
  const paidWith = formatPaymentMethod(order)
  return {
    orderNumber,
    itemName,
    // The document lists only the sale. Later refunds are on credit notes.
    ...(language !== DEFAULT_LANGUAGE && { language }),
    ...(paper !== DEFAULT_PAPER && { paper }),
    lines: getAmountLines({ ...order, refundedCents: 0, lostCents: 0 }, language),
    remarks: [...(paidWith ? [`Paid with ${paidWith}.`] : []), ...(isTest ? [TEST_REMARK] : [])],
    seller: {
      name: seller.name,
      address: seller.postalAddress,
      contact: [seller.email, seller.phone].filter(Boolean).join(', '),
      taxNumber: seller.taxNumber,
    },
    buyer: {
      name: [buyer.firstName, buyer.lastName].filter(Boolean).join(' '),
      email: buyer.email,
      ...(billing ?? NO_DETAILS),
    },
  }
}

type CreditDetails = {
  netCents: number
  taxCents: number
  lostCents: number
  /** How much of the sale remains after this note. */
  leftCents: number
  isTest: boolean
}

/** Returns the content of a credit note, which names the same seller and buyer as its invoice. */
export function buildCreditNoteContent(
  credit: CreditDetails,
  invoice: { number: string; issuedOn: string; content: InvoiceContent; order: SaleDetails },
): InvoiceContent {
  const { netCents, taxCents, lostCents, leftCents, isTest } = credit
  const { order, content, number, issuedOn } = invoice
  const language = content.language ?? DEFAULT_LANGUAGE
  const sum = (cents: number) => formatAmount(language, cents)
  const line = (label: string, cents: number, isTotal = false) => ({ label, amount: sum(cents), isTotal })
  const left =
    leftCents > 0 ? `The remaining amount of that invoice is ${sum(leftCents)}.` : 'That invoice is now fully credited.'
  if (netCents + taxCents < 0)
    return {
      ...content,
      lines: [
        line('Price correction', netCents),
        ...(taxCents === 0 ? [] : [line(`${formatTax(order)} correction`, taxCents)]),
        line('Total correction', netCents + taxCents, true),
      ],
      remarks: [
        `This corrects earlier credit notes for invoice ${number} dated ${formatDate(issuedOn, language, 'long')}, which credited more than was refunded.`,
        left,
        ...(isTest ? [TEST_REMARK] : []),
      ],
    }
  return {
    ...content,
    lines: [
      line('Price refunded', netCents),
      ...(taxCents > 0 ? [line(`${formatTax(order)} refunded`, taxCents)] : []),
      line('Total credit', netCents + taxCents, true),
    ],
    remarks: [
      `This credit applies to invoice ${number} dated ${formatDate(issuedOn, language, 'long')}.`,
      left,
      // If the bank took more than this, earlier credit notes cover the rest.
      ...(lostCents > 0
        ? [`The payment was disputed, and the bank returned ${sum(lostCents)} of this credit to the buyer.`]
        : []),
      ...(isTest ? [TEST_REMARK] : []),
    ],
  }
}
