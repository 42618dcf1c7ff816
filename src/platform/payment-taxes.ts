import type Stripe from 'stripe'
import { AppError } from '#shared/app-error.ts'
import { cents, type Cents } from '#shared/money.ts'
import {
  callOnce,
  ProviderRejection,
  ProviderUnavailable,
  throwSettingsError,
  callWithTimeLimit,
} from './payment-calls.ts'

/** Where a buyer is at home, as far as the tax depends on it. */
export type TaxAddress = { country: string; postalCode: string }

/** `percent` is the whole rate ('8.875') and `state` the state or province that imposes it, where there are such. */
export type CalculatedTax = { id: string; taxCents: Cents; percent: string | null; state: string | null }

/** Sales tax as the card provider calculates it, and its records of the tax that was collected. */
export type Taxes = {
  /** What is added to an amount for a buyer from there; refuses (`invalid`, on `postal_code`) an address that says too little. */
  calculate(order: { amount: Cents; currency: string; address: TaxAddress }): Promise<CalculatedTax>
  /**
   * Puts a sale into the books and returns the id it has there; asked again for the same purchase, it is the same. Where the sale
   * stands there but the provider does not say as what any more, `ProviderUnavailable` tells what the operator has to do.
   */
  record(sale: { purchaseId: string; calculationId: string; reference: string }): Promise<string>
  /** Takes a part of a sale out again, or all of it; asked again under the same reference, it does no more. */
  reverse(refund: { transactionId: string; reference: string; amount: Cents | 'all' }): Promise<void>
}

export function createStripeTaxes(stripe: () => Stripe): Taxes {
  return {
    async calculate({ amount, currency, address: { country, postalCode } }) {
      const { id, tax_amount_exclusive, amount_total, tax_breakdown } = await callWithTimeLimit(
        'tax.calculation',
        stripe().tax.calculations.create({
          currency,
          line_items: [{ amount, reference: 'item', tax_behavior: 'exclusive' }],
          customer_details: {
            address: { country, ...(postalCode !== '' && { postal_code: postalCode }) },
            address_source: 'billing',
          },
        }),
      ).catch(throwAddressError)
      if (id === null || amount_total !== amount + tax_amount_exclusive) {
        throw new Error('The card provider calculated a tax that does not add up')
      }
      return { id, taxCents: cents(tax_amount_exclusive), ...getTaxRate(tax_breakdown) }
    },

    async record({ purchaseId, calculationId, reference }) {
      const sale = { calculation: calculationId, reference, metadata: { purchase_id: purchaseId } }
      // A reference is taken once: only under the first key does the provider tell again what it made.
      const { id } = await callOnce(
        'tax.transaction',
        `tax:${purchaseId}`,
        (options) => stripe().tax.transactions.createFromCalculation(sale, options),
        { unlessFailed: true },
      ).catch((error: unknown) => {
        throw isReferenceTaken(error) ? unknownRecordError(reference, error) : error
      })
      return id
    },

    async reverse({ transactionId, reference, amount }) {
      const how = amount === 'all' ? { mode: 'full' as const } : { mode: 'partial' as const, flat_amount: 0 - amount }
      await callOnce('tax.transaction', `tax:${reference}`, (options) =>
        stripe().tax.transactions.createReversal({ original_transaction: transactionId, reference, ...how }, options),
      ).catch((error: unknown) => {
        // An earlier call whose answer was lost, or a failure, took it.
        if (!isReferenceTaken(error)) throw error
      })
    },
  }
}

/** Our references are well formed, so that there is nothing else to refuse of one. */
function isReferenceTaken(error: unknown): boolean {
  if (!(error instanceof ProviderRejection)) return false
  return error.param === 'reference' || error.providerCode === 'resource_already_exists'
}

function unknownRecordError(reference: string, cause: unknown): ProviderUnavailable {
  return new ProviderUnavailable(cause, {
    kind: `tax-book:${reference}`,
    sentence: `Order ${reference} stands in the card provider's tax books, but the academy was not told as what, so that it can't take refunds of it out again. Look the order up in the dashboard, under Tax, Transactions, and correct there what is given back.`,
  })
}

/** A state, its county and its city may each have a rate of their own. */
function getTaxRate(breakdown: Stripe.Tax.Calculation.TaxBreakdown[]): Pick<CalculatedTax, 'percent' | 'state'> {
  const rates = breakdown.filter(({ amount }) => amount > 0).map(({ tax_rate_details: details }) => details)
  if (rates.length === 0) return { percent: null, state: null }
  const percent = rates.reduce((sum, { percentage_decimal }) => sum + Number(percentage_decimal), 0)
  return { percent: String(Number(percent.toFixed(6))), state: rates.find(({ state }) => state)?.state ?? null }
}

function throwAddressError(error: unknown): never {
  if (error instanceof ProviderRejection && error.providerCode === 'customer_tax_location_invalid') {
    const message = 'The tax for this address could not be calculated. Please check the country and the postal code.'
    throw new AppError('invalid', message, { fields: { postal_code: [message] } })
  }
  return throwSettingsError('Tax')(error)
}
