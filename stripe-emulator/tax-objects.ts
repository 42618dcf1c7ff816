import { newId } from './ids.ts'
import { toUnixSeconds } from './objects.ts'

export type Calculation = ReturnType<typeof newCalculation>
export type TaxTransaction = ReturnType<typeof newTransaction>

export type TaxAddress = { country: string; postal_code?: string | undefined }
export type TaxRate = { state: string | null; type: 'sales_tax' | 'hst' | 'vat'; percent: number }

export function newCalculation(
  { currency, address, amount }: { currency: string; address: TaxAddress; amount: number },
  rate: TaxRate | undefined,
  now: Date,
) {
  const tax = Math.round((amount * (rate?.percent ?? 0)) / 100)
  return {
    id: newId('taxcalc'),
    object: 'tax.calculation' as const,
    amount_total: amount + tax,
    currency,
    customer: null,
    customer_details: {
      address: {
        city: null,
        country: address.country,
        line1: null,
        line2: null,
        postal_code: address.postal_code ?? null,
        state: rate?.state ?? null,
      },
      address_source: 'billing',
      ip_address: null,
      tax_ids: [],
      taxability_override: 'none',
    },
    expires_at: toUnixSeconds(now) + 90 * 86_400,
    livemode: false,
    shipping_cost: null,
    tax_amount_exclusive: tax,
    tax_amount_inclusive: 0,
    tax_breakdown: [
      {
        amount: tax,
        inclusive: false,
        tax_rate_details: {
          country: address.country,
          percentage_decimal: String(rate?.percent ?? 0),
          state: rate?.state ?? null,
          tax_type: rate?.type ?? null,
        },
        taxable_amount: rate ? amount : 0,
      },
    ],
    tax_date: toUnixSeconds(now),
  }
}

export type TaxReference = { reference: string; metadata: Record<string, string> }

type NewTransaction = TaxReference & {
  type: 'transaction' | 'reversal'
  of: Pick<Calculation, 'currency' | 'customer' | 'customer_details' | 'tax_date'>
  amount: number
  original: string | null
}

export function newTransaction({ type, of, amount, reference, metadata, original }: NewTransaction, now: Date) {
  return {
    id: newId('tax'),
    object: 'tax.transaction' as const,
    created: toUnixSeconds(now),
    currency: of.currency,
    customer: of.customer,
    customer_details: of.customer_details,
    livemode: false,
    metadata,
    reference,
    reversal: original === null ? null : { original_transaction: original },
    shipping_cost: null,
    tax_date: of.tax_date,
    type,
    /** Stored for the calculation, because the provider returns amounts only by line item. */
    stand_in_amount: amount,
  }
}

/** The transaction in the provider's format. */
export function toPublicTransaction({ stand_in_amount: _amount, ...shown }: TaxTransaction): object {
  return shown
}
