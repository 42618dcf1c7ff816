import { requireSecretKey } from './access.ts'
import type { Calls } from './call.ts'
import { notFound } from './errors.ts'
import { NewCalculation, NewTaxTransaction, parseParams, TaxReversal } from './params.ts'
import type { State } from './state.ts'
import { toPublicTransaction, type TaxTransaction } from './tax-objects.ts'
import { calculateTax, recordTax, reverseTax } from './taxes.ts'

/** The settings of a shop that is ready to collect tax. */
const SETTINGS = {
  object: 'tax.settings',
  defaults: { provider: 'stripe', tax_behavior: 'exclusive', tax_code: 'txcd_10000000' },
  head_office: {
    address: { city: 'Springfield', country: 'US', line1: null, line2: null, postal_code: '90210', state: 'CA' },
  },
  livemode: false,
  status: 'active',
  status_details: { active: {} },
}

/** The provider's tax service: calculations for sales, and the shop's tax records. */
export function taxRoutes({ post, get }: Calls, state: State): void {
  get('/v1/tax/settings', ({ access }) => {
    requireSecretKey(access)
    const { taxLacks } = state.behavior
    if (taxLacks === '') return SETTINGS
    return { ...SETTINGS, status: 'pending', status_details: { pending: { missing_fields: [taxLacks] } } }
  })

  post('/v1/tax/calculations', ({ access, form, changes }) => {
    requireSecretKey(access)
    const { currency, line_items: items, customer_details: customer } = parseParams(NewCalculation, form)
    return calculateTax(changes, { currency, items, address: customer.address })
  })

  post('/v1/tax/transactions/create_from_calculation', ({ access, form, changes }) => {
    requireSecretKey(access)
    const { calculation: id, reference, metadata } = parseParams(NewTaxTransaction, form)
    const calculation = state.taxCalculation(id)
    if (!calculation) throw notFound('calculation', id)
    return toPublicTransaction(recordTax(changes, { calculation, taken: state.taxTransactions(), reference, metadata }))
  })

  post('/v1/tax/transactions/create_reversal', ({ access, form, changes }) => {
    requireSecretKey(access)
    const { original_transaction: id, mode, flat_amount: amount, reference, metadata } = parseParams(TaxReversal, form)
    const taken = state.taxTransactions()
    const flatAmount = mode === 'full' ? undefined : amount
    return toPublicTransaction(
      reverseTax(changes, { original: find(taken, id), taken, reference, metadata, flatAmount }),
    )
  })

  get('/v1/tax/transactions/:id', ({ access, id }) => {
    requireSecretKey(access)
    return toPublicTransaction(find(state.taxTransactions(), id))
  })
}

function find(transactions: TaxTransaction[], id: string): TaxTransaction {
  const found = transactions.find((transaction) => transaction.id === id)
  if (!found) throw notFound('transaction', id)
  return found
}
