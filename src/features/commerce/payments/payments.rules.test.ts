import { describe, expect, test } from 'vitest'
import { parseSaleMetadata, toSaleMetadata } from './adoption.rules.ts'
import { canStillBePaid, getSettledReply, hadEnded, verifyPayment } from './payments.rules.ts'
import { getTaxReversal, parseReversalMetadata, toReversalMetadata } from './tax-reversals.rules.ts'
import { toMetadataUpdate } from './payment-metadata.service.ts'
import { parseNumberMetadata, toNumberMetadata } from './recorded-numbers.rules.ts'
import { isDueForCheck } from './reconcile.rules.ts'
import { printFigure } from '../../../../test/harness/print-figure.ts'

const PURCHASE = { id: 'purchase-1', priceCents: 14_900, taxCents: 0, currency: 'usd', paymentIntentId: 'pi_1' }
const PAID = {
  id: 'pi_1',
  status: 'succeeded',
  amount: 14_900,
  amountReceived: 14_900,
  currency: 'usd',
  purchaseId: 'purchase-1',
  isLive: false,
}

const STATUSES = [
  'succeeded',
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
]

describe('every combination of provider states', () => {
  const cells = STATUSES.flatMap((status) =>
    ['pi_1', 'pi_2'].flatMap((id) =>
      ['purchase-1', 'purchase-2', undefined].flatMap((purchaseId) =>
        [14_899, 14_900, 14_901].flatMap((amount) =>
          [14_899, 14_900, 14_901, 0].flatMap((amountReceived) =>
            ['usd', 'eur'].flatMap((currency) =>
              [true, false].map((isLive) => ({ status, id, purchaseId, amount, amountReceived, currency, isLive })),
            ),
          ),
        ),
      ),
    ),
  )

  test.each([true, false])('settles a purchase in exactly one combination (live mode: %s)', (isLive) => {
    expect(cells.length).toBeGreaterThan(500)
    const paid = cells.filter((facts) => verifyPayment(PURCHASE, facts, isLive).kind === 'paid')
    printFigure(`cross product: ${cells.length} cells, ${paid.length} granting (live mode: ${isLive})`)
    expect(paid).toEqual([{ ...PAID, isLive }])
  })
})

test('names what is wrong', () => {
  const what = (facts: Partial<typeof PAID>) => verifyPayment(PURCHASE, { ...PAID, ...facts }, false)
  expect(what({ id: 'pi_2' })).toEqual({ kind: 'mismatch', what: 'intent' })
  expect(what({ purchaseId: 'purchase-2' })).toEqual({ kind: 'mismatch', what: 'purchase' })
  expect(what({ isLive: true })).toEqual({ kind: 'mismatch', what: 'mode' })
  expect(what({ currency: 'eur' })).toEqual({ kind: 'mismatch', what: 'currency' })
  expect(what({ amountReceived: 14_899 })).toEqual({ kind: 'mismatch', what: 'amount' })
  expect(what({ status: 'requires_action' }).kind).toBe('incomplete')
})

test('settles no free purchase, which has no intent', () => {
  expect(verifyPayment({ ...PURCHASE, paymentIntentId: null }, PAID, false).kind).toBe('mismatch')
})

test('requires the total including tax to have been paid', () => {
  const taxed = { ...PURCHASE, taxCents: 1_267 }
  expect(verifyPayment(taxed, PAID, false)).toEqual({ kind: 'mismatch', what: 'amount' })
  expect(verifyPayment(taxed, { ...PAID, amount: 16_167, amountReceived: 16_167 }, false)).toEqual({ kind: 'paid' })
})

test('answers SUCCESS for a paid purchase only', () => {
  const states = ['paid', 'refunded', 'disputed', 'failed', 'expired'] as const
  expect(states.map((state) => getSettledReply(state).response)).toEqual([
    'SUCCESS',
    'FAILED',
    'FAILED',
    'FAILED',
    'FAILED',
  ])
})

test('allows paying an open intent while its amount matches the purchase', () => {
  const open = { ...PAID, status: 'requires_payment_method' }
  expect(canStillBePaid(PURCHASE, open)).toBe(true)
  expect(canStillBePaid({ ...PURCHASE, taxCents: 100 }, open)).toBe(false)
  expect(canStillBePaid({ ...PURCHASE, taxCents: 100 }, { ...open, amount: 15_000 })).toBe(true)
  expect(canStillBePaid(PURCHASE, { ...open, currency: 'eur' })).toBe(false)
  expect(canStillBePaid(PURCHASE, { ...open, status: 'canceled' })).toBe(false)
  expect(canStillBePaid(PURCHASE, { ...open, amount: 100 })).toBe(false)
  expect(canStillBePaid(PURCHASE, undefined)).toBe(false)
})

test.each([
  ['a full refund', [[100, 0]], true],
  [
    'a full refund in parts',
    [
      [40, 0],
      [60, 0],
    ],
    true,
  ],
  ['a lost dispute over nearly all', [[90, 90]], true],
  [
    'a lost dispute over nearly all of the rest',
    [
      [40, 0],
      [54, 54],
    ],
    true,
  ],
  ['a refund of nearly all', [[95, 0]], false],
  [
    'a large refund and the loss of a small part of the rest',
    [
      [85, 0],
      [5, 5],
    ],
    false,
  ],
  [
    'a refund of nearly all after a lost dispute that a bank returned',
    [
      [5, 5],
      [90, 0],
    ],
    false,
  ],
])('a backup’s order had ended by %s: %j, %s', (_what, notes, isOver) => {
  expect(
    hadEnded(
      { amount: 100 },
      notes.map(([cents = 0, lost = 0]) => ({ cents, lost })),
    ),
  ).toBe(isOver)
})

test('asks about a pending purchase every minute at first, then less and less often, and always after its expiry', () => {
  const createdAt = new Date('2026-11-21T10:00:00Z')
  const after = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000 + 3_000)
  const asked = (minutes: number) => isDueForCheck({ createdAt }, { since: after(minutes - 1), now: after(minutes) })
  const day = Array.from({ length: 24 * 60 }, (_, minute) => minute).filter(asked)
  expect(day.slice(0, 18)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18])
  expect(day.slice(-2)).toEqual([1_344, 1_408])
  expect(day.length).toBeLessThan(80)
  expect([1_440, 1_441, 1_442].filter(asked)).toHaveLength(3)
  // Even if reconciling takes longer than a minute, the gap is at most 64 minutes plus one run.
  const slow = Array.from({ length: 700 }, (_, run) => run * 2.05).filter((minutes) =>
    isDueForCheck({ createdAt }, { since: after(minutes - 2.05), now: after(minutes) }),
  )
  expect(Math.max(...slow.slice(1).map((minutes, index) => minutes - (slow[index] ?? 0)))).toBeLessThan(67)
  expect(isDueForCheck({ createdAt }, { since: undefined, now: after(17) })).toBe(true)
})

test('reverses every refund once in the tax reports, whatever order its parts are read or made in', () => {
  const known = parseReversalMetadata({ tax_reversal_1700: '1000', tax_reversal_9x: '0', tax_reversal_500: '500' })
  expect(known).toEqual([{ fromCents: 1_000, toCents: 1_700 }])
  const part = (fromCents: number, toCents: number) => getTaxReversal(known, { fromCents, toCents })
  expect(part(0, 1_000)).toEqual({ fromCents: 0, toCents: 1_000 })
  expect(part(700, 1_700)).toEqual({ fromCents: 1_000, toCents: 1_700 })
  expect(part(0, 1_200)).toBeUndefined()
  expect(part(700, 5_000)).toEqual({ fromCents: 1_700, toCents: 5_000 })
  // Earlier versions wrote metadata in this form. What was reversed after a lost dispute is unknown.
  const noted = { credit_note_3: 'CN-000003 2026-11-21 1000 0', credit_note_5: 'CN-000005 2026-11-21 500 0' }
  const lost = { credit_note_7: 'CN-000007 2026-11-22 2000 2000', credit_note_8: 'CN-000008 2026-11-22 300 0' }
  expect(parseReversalMetadata({ ...noted, ...lost })).toEqual([
    { fromCents: 0, toCents: 1_000 },
    { fromCents: 1_000, toCents: 1_500 },
  ])
})

test('two hundred refunds of a taxed order fit into the metadata of its payment, and each is read', () => {
  let metadata: Record<string, string> = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`own_${n}`, 'x']))
  let firstTwelve = metadata
  const add = (added: Record<string, string>) => {
    const update = toMetadataUpdate(metadata, added) ?? {}
    const merged = Object.entries({ ...metadata, ...update }).filter(([, text]) => text !== '')
    expect(merged.length).toBeLessThanOrEqual(50)
    for (const [, text] of merged) expect(text.length).toBeLessThanOrEqual(500)
    metadata = Object.fromEntries(merged)
  }
  for (let n = 1; n <= 200; n += 1) {
    const note = { kind: 'credit_note', isTest: false, number: 100_000 + n, issuedOn: '2026-11-26' } as const
    add(toNumberMetadata([{ ...note, netCents: 100, taxCents: 9, lostCents: 0 }]))
    add(toReversalMetadata({ fromCents: (n - 1) * 109, toCents: n * 109 }))
    if (n === 12) firstTwelve = metadata
  }
  expect(parseNumberMetadata(metadata).creditNotes.map(({ number }) => number - 100_000)).toEqual(
    Array.from({ length: 200 }, (_, n) => n + 1),
  )
  const parts = parseReversalMetadata(metadata).filter(({ fromCents }) => fromCents >= 0)
  expect(new Set(parts.map(({ toCents }) => toCents)).size).toBe(200)
  // The previous version can read entries that are not packed. If there are few refunds, these are all of them.
  expect(Object.keys(firstTwelve).filter((name) => name.startsWith('credit_note_'))).toHaveLength(12)
  // This metadata is full, because others wrote entries.
  const full = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`own_${n}`, 'x']))
  expect(toMetadataUpdate(full, { credit_note_1: 'CN-000001 2026-11-26 100 0' })).toBeUndefined()
})

test('an order recreated from its payment keeps its coupon and a calculated tax of $0.00', () => {
  const sold = {
    productId: '0b7f9c1e-2a44-4f6d-9a53-3c1d2e4f5a6b',
    couponId: '5f0e2a77-94c1-4f0b-8d5e-1a2b3c4d5e6f',
    couponCode: 'SPRING20',
    listPriceCents: 14_900,
    taxCents: 0,
    taxPercent: '0',
    taxState: 'OR',
    taxCountry: 'US',
    taxPostalCode: '97201',
    taxCalculationId: 'taxcalc_1',
  }
  expect(parseSaleMetadata(toSaleMetadata(sold), 11_920)).toMatchObject({ ...sold, priceCents: 11_920 })
  const { taxCalculationId } = parseSaleMetadata(toSaleMetadata({ ...sold, taxCalculationId: null }), 11_920)
  expect(taxCalculationId).toBeUndefined()
})
