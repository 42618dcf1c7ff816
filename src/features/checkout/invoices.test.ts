import { readdirSync, readFileSync } from 'node:fs'
import { asc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { invoiceCounters, invoices } from '#db/tables/invoices.ts'
import { purchases } from '#db/tables/ownership.ts'
import { siteSettings } from '#db/tables/site.ts'
import { testAcademy } from '../../../test/academy.ts'
import { OPERATOR } from '../../../test/audit.ts'
import { confirmCard, intentIdOf, TEST_CARD } from '../../../test/card-browser.ts'
import { command } from '../../../test/stand-in-control.ts'
import { refundOrder, sweepPayments } from './checkout.public.ts'
import { issueInvoice } from './invoices.service.ts'
import { creditOf } from './invoices.rules.ts'

async function shop() {
  const academy = await testAcademy()
  const { as, standIn, db, member } = academy
  const { slug } = await academy.course({ priceCents: 10_000 })
  return {
    ...academy,
    /** Opened at the provider and paid with a card there; `settle` is what the browser calls then. */
    async paidCard() {
      const nurse = await member()
      const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: slug })
      await confirmCard(standIn, body.clientSecret, { number: TEST_CARD.succeeds })
      const intentId = intentIdOf(body.clientSecret)
      const settle = () => as(nurse).post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${intentId}`)
      return { id: String(body.myDocsID), intentId, settle }
    },
    books: (kind: 'invoice' | 'credit_note') =>
      db.select().from(invoices).where(eq(invoices.kind, kind)).orderBy(asc(invoices.number)),
  }
}

describe('numbers', () => {
  test('thirty sales that are settled at once take thirty numbers in a row, and a sale that is rolled back takes none', async () => {
    const { paidCard, books, db, deps } = await shop()
    const sales = await Promise.all(Array.from({ length: 30 }, paidCard))
    const [lost] = sales
    await expect(
      db.transaction(async (tx) => {
        const [purchase] = await tx
          .select()
          .from(purchases)
          .where(eq(purchases.id, lost?.id ?? ''))
        if (purchase) await issueInvoice(tx, purchase, deps.now())
        throw new Error('the connection broke')
      }),
    ).rejects.toThrow('the connection broke')
    // Some twice, as browser and webhook do.
    await Promise.all([...sales, ...sales.slice(0, 5)].map(({ settle }) => settle()))
    const issued = await books('invoice')
    expect(issued.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
    expect(new Set(issued.map(({ purchaseId }) => purchaseId))).toEqual(new Set(sales.map(({ id }) => id)))
    expect(issued[0]).toMatchObject({ isTest: true, netCents: 10_000, taxCents: 0, content: null })
  })

  test('each refund has a credit note of its own over what it gave back, once; the invoice stays as it was', async () => {
    const { paidCard, books, db, deps, standIn } = await shop()
    const { id, intentId, settle } = await paidCard()
    await settle()
    const before = await books('invoice')
    await command(standIn, '/v1/refunds', { payment_intent: intentId, amount: '2500' })
    await Promise.all([sweepPayments(deps), sweepPayments(deps)])
    const [sold] = await db.select().from(purchases).where(eq(purchases.id, id))
    await refundOrder(deps, { by: OPERATOR, orderNumber: sold?.orderNumber ?? '' })
    await refundOrder(deps, { by: OPERATOR, orderNumber: sold?.orderNumber ?? '' })
    expect(await books('credit_note')).toMatchObject([
      { number: 1, purchaseId: id, netCents: 2_500, isTest: true },
      { number: 2, purchaseId: id, netCents: 7_500 },
    ])
    expect(await books('invoice')).toEqual(before)
  })

  test('a lost dispute has a credit note over what was left; an open one has none', async () => {
    const { paidCard, books, deps, standIn } = await shop()
    const { intentId, settle } = await paidCard()
    await settle()
    await command(standIn, '/v1/refunds', { payment_intent: intentId, amount: '1000' })
    const dispute = await command(standIn, '/stand-in/disputes', { payment_intent: intentId })
    await sweepPayments(deps)
    expect(await books('credit_note')).toMatchObject([{ netCents: 1_000 }])
    await command(standIn, `/stand-in/disputes/${dispute.id}/close`, { status: 'lost' })
    await sweepPayments(deps)
    expect(await books('credit_note')).toMatchObject([{ netCents: 1_000 }, { number: 2, netCents: 9_000 }])
  })

  test('what was sold before there were numbers has them in the order of payment, refunds too', async () => {
    const { member, course, purchase, db, books } = await shop()
    const state = ['paid', 'refunded', 'pending', 'paid', 'disputed'] as const
    const ids: string[] = []
    for (const each of state) ids.push(await purchase((await member()).id, (await course()).id, each))
    for (const [n, id] of ids.entries())
      await db
        .update(purchases)
        // The later made, the earlier paid.
        .set({ paidAt: state[n] === 'pending' ? null : new Date(Date.UTC(2026, 0, 20 - n, 23)) })
        .where(eq(purchases.id, id))
    await db
      .update(purchases)
      .set({ refundedCents: 500 })
      .where(eq(purchases.id, ids[3] ?? ''))
    const folder = new URL('../../db/migrations/', import.meta.url)
    const name = readdirSync(folder).find((file) => file.endsWith('_invoices.sql')) ?? ''
    const statements = readFileSync(new URL(name, folder), 'utf8').split('--> statement-breakpoint')
    await db.execute(sql.raw(statements.at(-1) ?? ''))
    expect((await books('invoice')).map(({ number, purchaseId, issuedOn }) => [number, purchaseId, issuedOn])).toEqual([
      [1, ids[4], '2026-01-16'],
      [2, ids[3], '2026-01-17'],
      [3, ids[1], '2026-01-19'],
      [4, ids[0], '2026-01-20'],
    ])
    expect((await books('credit_note')).map((note) => [note.number, note.purchaseId, note.netCents])).toEqual([
      [1, ids[3], 500],
      [2, ids[1], 29_900],
    ])
    const counters = await db.select().from(invoiceCounters).orderBy(asc(invoiceCounters.kind))
    expect(counters.map(({ kind, last }) => [kind, last])).toEqual([
      ['invoice', 4],
      ['credit_note', 2],
    ])
  })

  test('number, day and amounts are kept by the database, and the day is one of the academy', async () => {
    const { paidCard, books, db, setTime } = await shop()
    await db.insert(siteSettings).values({ settings: { time_zone: 'Asia/Tokyo' } })
    const { settle } = await paidCard()
    const midnight = new Date().setUTCHours(24, 0, 0, 0)
    setTime(new Date(midnight - 60_000))
    await settle()
    expect(await books('invoice')).toMatchObject([{ issuedOn: new Date(midnight).toISOString().slice(0, 10) }])
    await expect(db.update(invoices).set({ number: 7 })).rejects.toMatchObject({
      cause: { constraint: 'invoices_kept' },
    })
    await expect(db.delete(invoices)).rejects.toMatchObject({ cause: { constraint: 'invoices_stay' } })
  })
})

test('credit notes over the whole take back all of the tax, however they are cut', () => {
  const sale = { priceCents: 29_900, taxCents: 2_542 }
  const cuts = [0, 1, 333, 10_000, 10_001, 32_442]
  const notes = cuts.slice(1).map((after, n) => creditOf(sale, { before: cuts[n] ?? 0, after }))
  expect(notes.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(2_542)
  expect(notes.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(29_900)
  expect(creditOf(sale, { before: 0, after: 32_442 })).toEqual({ netCents: 29_900, taxCents: 2_542 })
})
