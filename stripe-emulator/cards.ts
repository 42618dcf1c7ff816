import { createHash } from 'node:crypto'
import { newId } from './ids.ts'
import { StripeApiError } from './errors.ts'

export type Card = { number: string; expMonth: number; expYear: number; cvc: string }

type Outcome =
  | { kind: 'succeeds'; isDisputedLater?: boolean }
  | { kind: 'authenticates' }
  | { kind: 'declined'; code: string; declineCode: string; message: string }

const DECLINED = 'Your card was declined.'

/** The provider's published test cards. */
const TEST_CARDS: Record<string, Outcome> = {
  '4242424242424242': { kind: 'succeeds' },
  '5555555555554444': { kind: 'succeeds' },
  '378282246310005': { kind: 'succeeds' },
  '4000000000000259': { kind: 'succeeds', isDisputedLater: true },
  '4000000000000002': { kind: 'declined', code: 'card_declined', declineCode: 'generic_decline', message: DECLINED },
  '4000000000009995': {
    kind: 'declined',
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  '4000002500003155': { kind: 'authenticates' },
}

/** Any other valid card number is declined, as in the provider's test mode. */
export function getOutcome(card: Card): Outcome {
  const message = `${DECLINED} Your request was in test mode, but used a non test card.`
  return (
    TEST_CARDS[card.number] ?? {
      kind: 'declined',
      code: 'card_declined',
      declineCode: 'test_mode_live_card',
      message,
    }
  )
}

export function isDisputedLater(card: Card): boolean {
  const outcome = getOutcome(card)
  return outcome.kind === 'succeeds' && outcome.isDisputedLater === true
}

/** Rejects invalid card data with the provider's codes. */
export function readCard(
  fields: { number: string; exp_month: string; exp_year: string; cvc: string },
  now: Date,
): Card {
  const number = fields.number.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const expMonth = wholeNumber(fields.exp_month)
  if (expMonth === undefined || expMonth < 1 || expMonth > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const expYear = fullYear(wholeNumber(fields.exp_year))
  const thisYear = now.getUTCFullYear()
  if (expYear === undefined || expYear < thisYear || expYear > thisYear + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (expYear === thisYear && expMonth < now.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const cvcLength = getBrand(number) === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (!cvcLength.test(fields.cvc)) throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  return { number, expMonth, expYear, cvc: fields.cvc }
}

function cardError(code: string, message: string, param: string): StripeApiError {
  return new StripeApiError(402, { type: 'card_error', code, message, param })
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined
}

function fullYear(year: number | undefined): number | undefined {
  return year !== undefined && year < 100 ? 2_000 + year : year
}

function passesLuhn(number: string): boolean {
  let sum = 0
  for (const [index, digit] of [...number].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

function getBrand(number: string): string {
  if (number.startsWith('4')) return 'visa'
  if (/^5[1-5]/.test(number)) return 'mastercard'
  if (/^3[47]/.test(number)) return 'amex'
  return 'unknown'
}

/** The provider's `payment_method`: the number itself is never stored. */
export function createPaymentMethod(card: Card, now: Date) {
  return {
    id: newId('pm'),
    object: 'payment_method',
    type: 'card',
    billing_details: NO_BILLING_DETAILS,
    created: Math.floor(now.getTime() / 1000),
    customer: null,
    livemode: false,
    metadata: {},
    card: {
      brand: getBrand(card.number),
      country: 'US',
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: createHash('sha256').update(card.number).digest('base64url').slice(0, 16),
      funding: 'credit',
      last4: card.number.slice(-4),
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    },
  }
}

export type PaymentMethod = ReturnType<typeof createPaymentMethod>

export const NO_BILLING_DETAILS = { address: null, email: null, name: null, phone: null }
