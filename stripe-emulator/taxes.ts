import { invalidRequest } from './errors.ts'
import { toUnixSeconds } from './objects.ts'
import type { Changes } from './state.ts'
import {
  type TaxAddress,
  type Calculation,
  type TaxReference,
  newCalculation,
  newTransaction,
  type TaxRate,
  type TaxTransaction,
} from './tax-objects.ts'

/**
 * The tax rate where this fictional shop has to collect tax; undefined elsewhere. The rates are examples, not actual
 * law.
 */
function findRate({ country, postal_code: postalCode = '' }: TaxAddress): TaxRate | undefined {
  if (country === 'GB') return { state: null, type: 'vat', percent: 20 }
  if (country === 'DE') return { state: null, type: 'vat', percent: 19 }
  if (country === 'CA' && /^[K-P]/i.test(postalCode)) return { state: 'ON', type: 'hst', percent: 13 }
  if (country !== 'US') return undefined
  const area = Number(postalCode.slice(0, 3))
  if (area >= 900 && area <= 961) return { state: 'CA', type: 'sales_tax', percent: 8.5 }
  if (area >= 100 && area <= 149) return { state: 'NY', type: 'sales_tax', percent: 8.875 }
  if (area >= 750 && area <= 799) return { state: 'TX', type: 'sales_tax', percent: 8.25 }
  return undefined
}

/** In these countries the tax depends on the location, so a postal code is required. */
const POSTAL_CODES: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
}

type Order = { currency: string; address: TaxAddress; items: { amount: number }[] }

export function calculateTax(changes: Changes, { currency, address, items }: Order): Calculation {
  if (address.country === 'ZZ')
    throw invalidRequest("Country 'ZZ' is unknown.", { param: 'customer_details[address][country]' })
  const pattern = POSTAL_CODES[address.country] ?? /^/
  if (!/^[A-Z]{2}$/.test(address.country) || !pattern.test(address.postal_code ?? '')) {
    throw invalidRequest("We could not determine the customer's tax location based on the provided customer address.", {
      code: 'customer_tax_location_invalid',
      param: 'customer_details[address]',
    })
  }
  const amount = items.reduce((sum, item) => sum + item.amount, 0)
  const calculation = newCalculation({ currency, address, amount }, findRate(address), changes.now)
  changes.saveTax(calculation)
  return calculation
}

/** Records a sale. A reference can be used only once. */
export function recordTax(
  changes: Changes,
  { calculation, taken, reference, metadata }: TaxReference & { calculation: Calculation; taken: TaxTransaction[] },
): TaxTransaction {
  requireFreeReference(reference, taken)
  if (calculation.expires_at < toUnixSeconds(changes.now)) throw invalidRequest('This tax calculation has expired.')
  const transaction = newTransaction(
    { type: 'transaction', of: calculation, amount: calculation.amount_total, reference, metadata, original: null },
    changes.now,
  )
  changes.saveTax(transaction)
  return transaction
}

type Reversal = TaxReference & { original: TaxTransaction; taken: TaxTransaction[]; flatAmount: number | undefined }

/** Reverses a recorded sale, or part of its total. */
export function reverseTax(
  changes: Changes,
  { original, taken, reference, metadata, flatAmount }: Reversal,
): TaxTransaction {
  requireFreeReference(reference, taken)
  const reversed = taken.filter(({ reversal }) => reversal?.original_transaction === original.id)
  const left = reversed.reduce((sum, { stand_in_amount: amount }) => sum + amount, original.stand_in_amount)
  const amount = flatAmount ?? -original.stand_in_amount
  if (amount >= 0 || amount + left < 0) throw invalidRequest('This is more than what is left to be reversed.')
  const transaction = newTransaction(
    { type: 'reversal', of: original, amount, reference, metadata, original: original.id },
    changes.now,
  )
  changes.saveTax(transaction)
  return transaction
}

function requireFreeReference(reference: string, taken: TaxTransaction[]): void {
  if (!taken.some((transaction) => transaction.reference === reference)) return
  throw invalidRequest(`A transaction with the reference ${reference} already exists.`, { param: 'reference' })
}
