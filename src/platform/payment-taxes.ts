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

/** The parts of a buyer's address that determine the tax. */
export type TaxAddress = { country: string; postalCode: string }

/** `percent` is the total rate, such as '8.875'. `state` is the state or province that imposes the tax, if any. */
export type CalculatedTax = { id: string; taxCents: Cents; percent: string | null; state: string | null }

/** `intentId` is the payment, whose account has the tax records. `reference` is the name of the new record. */
type TaxedPayment = { intentId: string; reference: string }

/** Calculates sales tax at the card provider, and records the tax that was collected. */
export type Taxes = {
  /**
   * Calculates the tax on an amount for a buyer at this address. Throws `invalid`, with `postal_code` as its field, if
   * the address is incomplete.
   */
  calculate(order: { amount: Cents; currency: string; address: TaxAddress }): Promise<CalculatedTax>
  /**
   * Records a sale and returns the ID of its tax record. Repeated calls for the same purchase return the same ID. If
   * the record exists but the provider no longer returns its ID, throws `ProviderUnavailable` with instructions for the
   * operator.
   */
  record(sale: TaxedPayment & { purchaseId: string; calculationId: string }): Promise<string>
  /** Reverses all or part of a sale. If repeated with the same reference, does nothing more. */
  reverse(refund: TaxedPayment & { transactionId: string; amount: Cents | 'all' }): Promise<void>
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
      // Each reference can be used only once, and the provider repeats the result only for the first key.
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
      // The key includes the amount, because an earlier version may have used this reference for a request with another
      // amount.
      await callOnce('tax.transaction', `tax:${reference}:${amount}`, (options) =>
        stripe().tax.transactions.createReversal({ original_transaction: transactionId, reference, ...how }, options),
      ).catch((error: unknown) => {
        // An earlier call used this reference, but its response was lost, or the call failed.
        if (isReferenceTaken(error)) return
        throw error instanceof ProviderRejection ? rejectedReversalError(reference, error) : error
      })
    },
  }
}

/**
 * Whether a reference is already in use. Our references are always well formed, so an error about one can't mean
 * anything else.
 */
function isReferenceTaken(error: unknown): boolean {
  if (!(error instanceof ProviderRejection)) return false
  return error.param === 'reference' || error.providerCode === 'resource_already_exists'
}

function rejectedReversalError(reference: string, cause: ProviderRejection): ProviderUnavailable {
  return new ProviderUnavailable(cause, {
    kind: `tax-book:${reference}`,
    sentence: `A refund of order ${reference.split('-')[0]} was not deducted from Stripe's tax records: ${cause.reason} Compare the order's refunds with its tax transaction in the Stripe Dashboard (Tax, Transactions), and deduct any missing refund.`,
  })
}

function unknownRecordError(reference: string, cause: unknown): ProviderUnavailable {
  return new ProviderUnavailable(cause, {
    kind: `tax-book:${reference}`,
    sentence: `Order ${reference} is in Stripe's tax records, but the academy does not know its transaction, so it can't deduct refunds. Look up the order in the Stripe Dashboard (Tax, Transactions), and deduct its refunds.`,
  })
}

/** Returns the total rate and the state. A state, a county, and a city may each have their own rate. */
function getTaxRate(breakdown: Stripe.Tax.Calculation.TaxBreakdown[]): Pick<CalculatedTax, 'percent' | 'state'> {
  const rates = breakdown.filter(({ amount }) => amount > 0).map(({ tax_rate_details: details }) => details)
  if (rates.length === 0) return { percent: null, state: null }
  const percent = rates.reduce((sum, { percentage_decimal }) => sum + Number(percentage_decimal), 0)
  return { percent: String(Number(percent.toFixed(6))), state: rates.find(({ state }) => state)?.state ?? null }
}

function isAboutAddress({ providerCode, param }: ProviderRejection): boolean {
  return providerCode === 'customer_tax_location_invalid' || param?.startsWith('customer_details[address]') === true
}

function throwAddressError(error: unknown): never {
  if (error instanceof ProviderRejection && isAboutAddress(error)) {
    const message =
      'We couldn’t calculate the tax for this address. Please check the country and the ZIP or postal code.'
    throw new AppError('invalid', message, { fields: { postal_code: [message] } })
  }
  return throwSettingsError('Tax')(error)
}
