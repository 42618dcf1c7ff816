import Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { startRecordedStripeEmulator } from '../test/harness/recorded-stripe-emulator.ts'

/** Closing checks every request and response against the provider's API description. */
async function taxes() {
  const emulator = await startRecordedStripeEmulator()
  onTestFinished(() => emulator.close())
  const { hostname, port } = new URL(emulator.url)
  const options = { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false } as const
  const { tax } = new Stripe(emulator.secretKey, options)
  const calculate = (country: string, postal_code?: string, amount = 10_000) =>
    tax.calculations.create({
      currency: 'usd',
      line_items: [{ amount, reference: 'item', tax_behavior: 'exclusive' }],
      customer_details: { address: { country, ...(postal_code && { postal_code }) }, address_source: 'billing' },
    })
  return { emulator, tax, calculate }
}

test.each([
  ['US', '90210', 850],
  ['US', '10001', 888],
  ['US', '75001-1234', 825],
  ['US', '97201', 0],
  ['CA', 'M5V 2T6', 1_300],
  ['CA', 'V5K 0A1', 0],
  ['GB', undefined, 2_000],
  ['DE', '10115', 1_900],
  ['JP', undefined, 0],
])('%s %s: the tax on 100.00 is %i cents', async (country, postalCode, cents) => {
  const { calculate } = await taxes()
  expect(await calculate(country, postalCode)).toMatchObject({
    amount_total: 10_000 + cents,
    tax_amount_exclusive: cents,
  })
})

test.each([
  ['US', undefined],
  ['US', '9021'],
  ['CA', '12345'],
  ['Narnia', '1'],
])('%s %s is incomplete', async (country, postalCode) => {
  const { calculate } = await taxes()
  await expect(calculate(country, postalCode)).rejects.toMatchObject({ code: 'customer_tax_location_invalid' })
})

test('a sale is recorded once under its reference, and reversed in parts up to its total', async () => {
  const { tax, calculate } = await taxes()
  const { id: calculation } = await calculate('US', '90210')
  const sale = { calculation: calculation ?? '', reference: 'ORDER' }
  const { id } = await tax.transactions.createFromCalculation(sale, { idempotencyKey: 'k' })
  expect((await tax.transactions.createFromCalculation(sale, { idempotencyKey: 'k' })).id).toBe(id)
  await expect(tax.transactions.createFromCalculation(sale)).rejects.toThrow('already exists')
  const reverse = (reference: string, flat_amount: number) =>
    tax.transactions.createReversal({ original_transaction: id, mode: 'partial', reference, flat_amount })
  expect(await reverse('ORDER-1', -10_000)).toMatchObject({
    type: 'reversal',
    reversal: { original_transaction: id },
  })
  await expect(reverse('ORDER-2', -851)).rejects.toThrow('left')
  await reverse('ORDER-3', -850)
  expect(await tax.transactions.retrieve(id)).toMatchObject({ id, reference: 'ORDER', type: 'transaction' })
  await expect(tax.transactions.retrieve('tax_missing')).rejects.toMatchObject({ code: 'resource_missing' })
})
