import { totalCents } from '#shared/money.ts'
import { formatAmount } from '#shared/format-amount.ts'
import { unreachable } from '#shared/unreachable.ts'
import type { RateLimit } from '#shared/rate-limit.ts'

export const ORDER_STATES = ['paid', 'refunded', 'disputed'] as const

/** The state of an order when an email about it is written, because emails may have waited in the queue. */
export type OrderState = (typeof ORDER_STATES)[number]

export type Amounts = {
  state: OrderState
  listPriceCents: number
  discountCents: number
  priceCents: number
  taxCents: number
  refundedCents: number
  /** How much a bank withdrew in a dispute. */
  lostCents: number
  couponCode: string | null
} & Partial<TaxFacts>

/** What the provider and the buyer reported about the tax of an order. */
export type TaxFacts = Record<'taxPercent' | 'taxState' | 'taxCountry' | 'taxPostalCode', string | null>

export type OrderStatus = 'paid' | 'free' | 'partly_refunded' | 'refunded' | 'disputed'

export function getOrderStatus(order: Amounts): OrderStatus {
  if (order.state !== 'paid') return order.state
  if (totalCents(order) === 0) return 'free'
  return getReturnedCents(order) > 0 ? 'partly_refunded' : 'paid'
}

/** Returns how much the buyer got back from the academy or through a bank. */
export function getReturnedCents(
  order: Pick<Amounts, 'priceCents' | 'taxCents' | 'refundedCents' | 'lostCents'>,
): number {
  return Math.min(totalCents(order), order.refundedCents + order.lostCents)
}

export function formatOrderStatus(standing: OrderStatus, refunded: string, total: string): string {
  switch (standing) {
    case 'paid':
      return 'Paid'
    case 'free':
      return 'Free of charge'
    case 'partly_refunded':
      return `Paid, ${refunded} refunded`
    case 'refunded':
      return refunded === total ? 'Refunded' : `Closed, ${refunded} refunded`
    case 'disputed':
      return 'Payment disputed'
    default:
      return unreachable(standing)
  }
}

export type AmountLine = { label: string; amount: string; isTotal: boolean }

/** Returns the amounts as a receipt shows them. Discount, tax, and refund are omitted if there are none. */
export function getAmountLines(order: Amounts, language: string): AmountLine[] {
  const { listPriceCents, discountCents, taxCents, refundedCents, lostCents, couponCode } = order
  const sum = (cents: number) => formatAmount(language, cents)
  const line = (label: string, amount: string, isTotal = false) => ({ label, amount, isTotal })
  return [
    line('Price', sum(listPriceCents)),
    ...(discountCents > 0
      ? [line(couponCode === null ? 'Discount' : `Discount (${couponCode})`, `−${sum(discountCents)}`)]
      : []),
    ...(discountCents > 0 && taxCents > 0 ? [line('Net', sum(order.priceCents))] : []),
    ...(taxCents > 0 ? [line(formatTax(order), sum(taxCents))] : []),
    line('Total', sum(totalCents(order)), true),
    ...(refundedCents > 0 ? [line('Refunded', `−${sum(refundedCents)}`)] : []),
    ...(lostCents > 0 ? [line('Returned by the bank', `−${sum(Math.min(lostCents, totalCents(order)))}`)] : []),
  ]
}

const COUNTRY_NAMES = new Intl.DisplayNames('en-US', { type: 'region' })

/** Returns 'Tax 8.875% (NY 10001, United States)', or as much of it as is known. */
export function formatTax(facts: Partial<TaxFacts>): string {
  const place = formatTaxLocation(facts)
  return `Tax${facts.taxPercent ? ` ${facts.taxPercent}%` : ''}${place ? ` (${place})` : ''}`
}

/** Returns where the tax applies, such as 'NY 10001, United States', or as much of it as is known. */
export function formatTaxLocation({ taxState, taxCountry, taxPostalCode }: Partial<TaxFacts>): string {
  const town = [taxState, taxPostalCode].filter(Boolean).join(' ')
  return [town, taxCountry ? COUNTRY_NAMES.of(taxCountry) : ''].filter(Boolean).join(', ')
}

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

type PaymentMethod = { cardBrand: string | null; cardLast4: string | null; paymentMethod: string | null }

const METHODS: Readonly<Record<string, string>> = {
  amazon_pay: 'Amazon Pay',
  apple_pay: 'Apple Pay',
  cashapp: 'Cash App Pay',
  google_pay: 'Google Pay',
  link: 'Link',
  paypal: 'PayPal',
  samsung_pay: 'Samsung Pay',
  us_bank_account: 'Bank account',
}

/**
 * Returns text such as 'Visa ending in 4242', 'Apple Pay (Visa ending in 4242)', or 'Link'. Returns undefined if the
 * method is unknown, or if nothing was paid.
 */
export function formatPaymentMethod({ cardBrand, cardLast4, paymentMethod }: PaymentMethod): string | undefined {
  const card = cardLast4 === null ? undefined : `${BRANDS[cardBrand ?? ''] ?? 'Card'} ending in ${cardLast4}`
  const method = METHODS[paymentMethod ?? '']
  return method === undefined ? card : `${method}${card ? ` (${card})` : ''}`
}

/** Says where a refund goes, such as 'to your card (Visa ending in 4242)'. */
export function formatRefundDestination(paid: PaymentMethod): string {
  const words = formatPaymentMethod(paid)
  if (words === undefined) return 'to the payment method you used'
  if (paid.paymentMethod === 'us_bank_account') return 'to your bank account'
  return METHODS[paid.paymentMethod ?? ''] === undefined
    ? `to your card (${words})`
    : `to the payment method you used with ${words}`
}

/**
 * Limits how often invoices and credit notes are drawn, because each drawing keeps a core busy and no one needs more.
 */
export const PDF_LIMIT: RateLimit = { what: 'invoice', hits: 20, windowMs: 60 * 60_000 }
