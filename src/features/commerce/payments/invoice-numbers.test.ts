import { readdirSync, readFileSync } from 'node:fs'
import { asc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db, Executor } from '#db/open-database.ts'
import { invoiceCounters, invoices } from '#db/tables/invoices.ts'
import { purchases } from '#db/tables/sales.ts'
import { siteSettings } from '#db/tables/site.ts'
import { formatDay } from '#shared/dates.ts'
import { cents } from '#shared/money.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { confirmCard, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import { attachIntent, findPurchase } from './payments.queries.ts'
import { refundOrder, reconcilePayments } from './payments.public.ts'
import { lockNumbers } from './invoice-numbers.queries.ts'
import { issueCreditNote, issueInvoice } from './invoice-numbers.service.ts'
import { refreshPurchase } from './settlement.service.ts'

async function createShop() {
  const academy = await testAcademy()
  const { emulator, db, deps, member, purchase } = academy
  const course = await academy.course()
  return {
    ...academy,
    /**
     * Pays for a purchase by card at the provider. The purchase has no mode, like one from an old version. `settle` is
     * what the webhook, the browser, and reconciliation call.
     */
    async paidCard() {
      const id = await purchase((await member()).id, course.id, 'pending')
      const order = {
        academy: 'academy.test',
        purchaseId: id,
        orderNumber: id,
        itemName: 'Ethics',
        amount: cents(29_900),
      }
      const intent = await deps.payments.openIntent({ ...order, currency: 'usd' })
      await attachIntent(db, id, intent.id)
      await confirmCard(emulator, intent.clientSecret, { number: TEST_CARD.succeeds })
      return { id, intentId: intent.id, settle: () => refreshPurchase(deps, () => findPurchase(db, id)) }
    },
    books: (kind: 'invoice' | 'credit_note') =>
      db.select().from(invoices).where(eq(invoices.kind, kind)).orderBy(asc(invoices.number)),
  }
}

type Changes = Partial<typeof purchases.$inferInsert>

/** Writes what a version without invoices would write. */
async function writeAsOldVersion(tx: Executor, id: string | undefined, changes: Changes): Promise<void> {
  await tx
    .update(purchases)
    .set({ ...(changes.state === 'paid' && { paidAt: new Date() }), ...changes })
    .where(eq(purchases.id, id ?? ''))
}

/** Like `writeAsOldVersion`, but with the trigger disabled. */
function writeWithoutTrigger(db: Db, id: string | undefined, changes: Changes): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`alter table ${purchases} disable trigger purchases_issue_due`)
    await writeAsOldVersion(tx, id, changes)
    await tx.execute(sql`alter table ${purchases} enable trigger purchases_issue_due`)
  })
}

/** Returns the last statement of a migration, which handles rows that existed before it. */
function lastStatementOf(migration: string) {
  const folder = new URL('../../../db/migrations/', import.meta.url)
  const file = readdirSync(folder).find((name) => name.replace(/^\d+_/, '') === `${migration}.sql`) ?? ''
  return sql.raw(readFileSync(new URL(file, folder), 'utf8').split('--> statement-breakpoint').at(-1) ?? '')
}

describe('numbers', () => {
  test('assigns thirty consecutive numbers to thirty simultaneous sales, some by an earlier version, and none to a rolled-back sale', async () => {
    const { paidCard, books, db, deps } = await createShop()
    const sales = await Promise.all(Array.from({ length: 30 }, paidCard))
    const [lost] = sales
    await expect(
      db.transaction(async (tx) => {
        await writeAsOldVersion(tx, lost?.id, { state: 'paid' })
        await issueInvoice(tx, { id: lost?.id ?? '' }, deps.now())
        expect(await tx.select().from(invoices)).toMatchObject([{ number: 1 }])
        throw new Error('the connection broke')
      }),
    ).rejects.toThrow('the connection broke')
    const earlier = sales.slice(20)
    for (const { id } of earlier) await writeAsOldVersion(db, id, { isLive: false })
    await Promise.all([
      // Some sales are settled twice, as the browser and the webhook may do.
      ...[...sales.slice(0, 20), ...sales.slice(0, 5)].map(({ settle }) => settle()),
      ...earlier.map(({ id }) => writeAsOldVersion(db, id, { state: 'paid' })),
    ])
    const issued = await books('invoice')
    expect(issued.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
    expect(new Set(issued.map(({ purchaseId }) => purchaseId))).toEqual(new Set(sales.map(({ id }) => id)))
    expect(issued[0]).toMatchObject({ isTest: true, netCents: 29_900, taxCents: 0, content: null })
    // The mode is the payment's mode, not that of the version that opened it.
    expect(await findPurchase(db, sales[1]?.id ?? '')).toMatchObject({ isLive: false })
  })

  test('issues one credit note per refund for its amount, once, and leaves the invoice unchanged', async () => {
    const { paidCard, books, db, deps, emulator } = await createShop()
    const { id, intentId, settle } = await paidCard()
    await settle()
    const before = await books('invoice')
    await callEmulator(emulator, '/v1/refunds', { payment_intent: intentId, amount: '2500' })
    await Promise.all([reconcilePayments(deps), reconcilePayments(deps)])
    const [sold] = await db.select().from(purchases).where(eq(purchases.id, id))
    await refundOrder(deps, { by: OPERATOR, orderNumber: sold?.orderNumber ?? '' })
    await refundOrder(deps, { by: OPERATOR, orderNumber: sold?.orderNumber ?? '' })
    expect(await books('credit_note')).toMatchObject([
      { number: 1, purchaseId: id, netCents: 2_500, isTest: true },
      { number: 2, purchaseId: id, netCents: 27_400 },
    ])
    // Only one thing changed: the number was stored with the payment.
    expect(await books('invoice')).toEqual(before.map((each) => ({ ...each, recordedAt: expect.any(Date) })))
  })

  test('reads the clock for invoices and credit notes only after other transactions have their numbers', async () => {
    const { paidCard, db, deps } = await createShop()
    const { id } = await paidCard()
    const waiting = sql`select count(*)::int as n from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`
    const readings: string[] = []
    const now = (document: string) => () => {
      readings.push(document)
      return deps.now()
    }
    let issued: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await lockNumbers(tx)
      issued = Promise.all([
        db.transaction((own) => issueInvoice(own, { id }, deps.now(), undefined, now('invoice'))),
        db.transaction((own) => issueCreditNote(own, { id }, now('credit note'))),
      ])
      await expect.poll(async () => (await db.execute(waiting)).rows).toEqual([{ n: 2 }])
      expect(readings).toEqual([])
    })
    await issued
    expect(readings.toSorted()).toEqual(['credit note', 'invoice'])
  })

  test('reports a number for which its payment has no room at the provider, and stores it once there is', async () => {
    const { paidCard, books, db, deps, emulator } = await createShop()
    const { intentId, settle } = await paidCard()
    const write = (value: string) =>
      callEmulator(
        emulator,
        `/v1/payment_intents/${intentId}`,
        Object.fromEntries(Array.from({ length: 47 }, (_, n) => [`metadata[other_${n}]`, value])),
      )
    await write('x')
    await settle()
    for (let time = 0; time < 2; time++) await reconcilePayments(deps)
    const { rows } = await db.execute(
      sql`select data->>'sentence' as sentence from pgboss.job where name = 'tell-operator'`,
    )
    expect(rows).toEqual([
      {
        sentence: expect.stringMatching(
          `^Payment ${intentId} has no room for more metadata in Stripe, so invoice can't`,
        ),
      },
    ])
    await write('')
    await reconcilePayments(deps)
    expect(await books('invoice')).toMatchObject([{ recordedAt: expect.any(Date) }])
  })

  test('dates no credit note before its invoice, even if the time zone changed', async () => {
    const { paidCard, books, db, deps, emulator } = await createShop()
    await db.insert(siteSettings).values({ settings: { time_zone: 'Pacific/Kiritimati' } })
    const { intentId, settle } = await paidCard()
    await settle()
    await db.update(siteSettings).set({ settings: { time_zone: 'Pacific/Niue' } })
    await callEmulator(emulator, '/v1/refunds', { payment_intent: intentId })
    await reconcilePayments(deps)
    const [invoice] = await books('invoice')
    expect(await books('credit_note')).toMatchObject([{ issuedOn: invoice?.issuedOn }])
  })

  test('counts more refunds of one payment than the provider lists on a page', async () => {
    const { paidCard, db, deps, emulator } = await createShop()
    const { id, intentId, settle } = await paidCard()
    await settle()
    for (let n = 0; n < 101; n += 1)
      await callEmulator(emulator, '/v1/refunds', { payment_intent: intentId, amount: '100' })
    await reconcilePayments(deps)
    expect(await findPurchase(db, id)).toMatchObject({ refundedCents: 10_100 })
  })

  test('issues a credit note for the remainder of a lost dispute and none for an open one', async () => {
    const { paidCard, books, deps, emulator } = await createShop()
    const { intentId, settle } = await paidCard()
    await settle()
    await callEmulator(emulator, '/v1/refunds', { payment_intent: intentId, amount: '1000' })
    const dispute = await callEmulator(emulator, '/stand-in/disputes', { payment_intent: intentId })
    await reconcilePayments(deps)
    expect(await books('credit_note')).toMatchObject([{ netCents: 1_000 }])
    await callEmulator(emulator, `/stand-in/disputes/${dispute.id}/close`, { status: 'lost' })
    await reconcilePayments(deps)
    expect(await books('credit_note')).toMatchObject([
      { netCents: 1_000, lostCents: 0 },
      { number: 2, netCents: 28_900, lostCents: 28_900 },
    ])

    // For this sale, first a part is refunded, and then the remainder.
    const part = await paidCard()
    await part.settle()
    const { id } = await callEmulator(emulator, '/stand-in/disputes', { payment_intent: part.intentId, amount: '4000' })
    await callEmulator(emulator, `/stand-in/disputes/${id}/close`, { status: 'lost' })
    await reconcilePayments(deps)
    expect((await books('credit_note')).slice(2)).toMatchObject([{ number: 3, netCents: 4_000, lostCents: 4_000 }])
    await refundOrder(deps, { by: OPERATOR, orderNumber: part.intentId })
    expect((await books('credit_note')).slice(3)).toMatchObject([{ number: 4, netCents: 25_900, lostCents: 0 }])
  })

  test("issues documents for an earlier version's sales and refunds in the same transaction, without a deadlock", async () => {
    const { purchase, member, course, db, books } = await createShop()
    const item = await course()
    const make = async (state: 'paid' | 'pending') => {
      const id = await purchase((await member()).id, item.id, state)
      if (state === 'pending') await writeAsOldVersion(db, id, { paymentIntentId: `pi_${id}` })
      return id
    }
    const pairs = await Promise.all(
      Array.from({ length: 10 }, async () => ({ sold: await make('pending'), back: await make('paid') })),
    )
    await Promise.all(
      pairs.map(({ sold, back }, n) =>
        db.transaction(async (tx) => {
          const sell = () => writeAsOldVersion(tx, sold, { state: 'paid' })
          const giveBack = () => writeAsOldVersion(tx, back, { state: 'refunded' })
          for (const act of n % 2 === 0 ? [sell, giveBack] : [giveBack, sell]) await act()
        }),
      ),
    )
    expect((await books('invoice')).map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    expect((await books('credit_note')).map(({ number }) => number)).toEqual(
      Array.from({ length: 10 }, (_, n) => n + 1),
    )
    const [{ sold } = { sold: '' }] = pairs
    await expect(
      db.transaction(async (tx) => {
        await writeAsOldVersion(tx, sold, { state: 'refunded' })
        throw new Error('the connection broke')
      }),
    ).rejects.toThrow('the connection broke')
    await writeAsOldVersion(db, sold, { refundedCents: 900 })
    expect((await books('credit_note')).at(-1)).toMatchObject({ number: 11, purchaseId: sold, netCents: 900 })
  })

  test('reverses the entire tax on credit notes that cover the whole sale, however it is split', async () => {
    const { member, course, db, books } = await createShop()
    const sale = { listPriceCents: 29_900, priceCents: 29_900, taxCents: 2_542, taxCalculationId: 'taxcalc_1' }
    const whole = 32_442
    for (const cuts of [[1, 333, 10_000, 10_001, whole], [whole]]) {
      const of = { memberId: (await member()).id, productId: (await course()).id }
      const paid = { state: 'paid', paidAt: new Date(), paymentIntentId: `pi_${of.memberId}` } as const
      const [row] = await db
        .insert(purchases)
        .values({ ...sale, ...of, ...paid, currency: 'usd' })
        .returning()
      for (const refundedCents of cuts) await writeAsOldVersion(db, row?.id, { refundedCents })
      const notes = (await books('credit_note')).filter(({ purchaseId }) => purchaseId === row?.id)
      expect(notes).toHaveLength(cuts.length)
      expect(notes.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(2_542)
      expect(notes.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(29_900)
    }
  })

  test('numbers earlier sales in the order of payment, including refunds', async () => {
    const { member, course, purchase, db, books } = await createShop()
    const state = ['paid', 'refunded', 'pending', 'paid', 'disputed'] as const
    const ids: string[] = []
    for (const each of state) ids.push(await purchase((await member()).id, (await course()).id, each))
    for (const [n, id] of ids.entries())
      await db
        .update(purchases)
        // Purchases that were created later were paid earlier.
        .set({ paidAt: state[n] === 'pending' ? null : new Date(Date.UTC(2026, 0, 20 - n, 23)) })
        .where(eq(purchases.id, id))
    await writeWithoutTrigger(db, ids[3], { refundedCents: 500 })
    await db.execute(lastStatementOf('invoices'))
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

    // In the meantime, a version without invoices writes to a database without the trigger.
    const sales = [
      [21, 'paid'],
      [19, 'refunded'],
    ] as const
    const later: string[] = []
    for (const [day, given] of sales) {
      later.push(await purchase((await member()).id, (await course()).id, given))
      const at = new Date(Date.UTC(2026, 0, day, 23))
      await writeWithoutTrigger(db, later.at(-1), {
        paidAt: at,
        endedAt: given === 'refunded' ? new Date(Date.UTC(2026, 0, 29, 3)) : null,
      })
    }
    await writeWithoutTrigger(db, ids[0], { state: 'refunded', endedAt: new Date(Date.UTC(2026, 0, 28, 20)) })
    await db.insert(siteSettings).values({ settings: { time_zone: 'Asia/Tokyo' } })
    // Running the statement a second time changes nothing.
    for (let round = 0; round < 2; round++) await db.execute(lastStatementOf('issued_invoices'))
    const toRow = (row: typeof invoices.$inferSelect) => [row.number, row.purchaseId, row.issuedOn, row.netCents]
    expect((await books('invoice')).slice(4).map(toRow)).toEqual([
      [5, later[1], '2026-01-20', 29_900],
      [6, later[0], '2026-01-22', 29_900],
    ])
    expect((await books('credit_note')).slice(2).map(toRow)).toEqual([
      [3, ids[0], '2026-01-29', 29_900],
      [4, later[1], '2026-01-29', 29_900],
    ])
  })

  test("protects number, date, and amounts in the database, with the date in the academy's time zone", async () => {
    const { paidCard, books, db, setTime } = await createShop()
    await db.insert(siteSettings).values({ settings: { time_zone: 'Asia/Tokyo' } })
    const { settle } = await paidCard()
    // The card is charged now, but the academy finds out days later.
    const charged = new Date()
    setTime(new Date(charged.getTime() + 3 * 24 * 60 * 60_000))
    await settle()
    expect(await books('invoice')).toMatchObject([{ issuedOn: formatDay(charged, 'Asia/Tokyo') }])
    await expect(db.update(invoices).set({ number: 7 })).rejects.toMatchObject({
      cause: { constraint: 'invoices_kept' },
    })
    const content = {
      itemName: 'Ethics',
      remarks: ['Paid with Visa.'],
      buyer: { name: 'Nora', company: '', address: '', taxNumber: '' },
    }
    await db.update(invoices).set({ content })
    const added = {
      ...content,
      remarks: [...content.remarks, 'Billing details added.'],
      buyer: { ...content.buyer, company: 'Lamp LLC' },
    }
    const wrong = [
      null,
      {},
      { ...content, itemName: 'Law' },
      { ...added, buyer: { ...added.buyer, name: 'Sara' } },
      { ...added, remarks: ['Paid in cash.', 'Billing details added.'] },
      { ...added, remarks: content.remarks },
      { ...content, remarks: added.remarks },
      { ...added, itemName: 'Law' },
    ]
    const refused = { cause: { constraint: 'invoices_content_kept' } }
    for (const other of wrong)
      await expect(db.update(invoices).set({ content: other ?? sql`null` })).rejects.toMatchObject(refused)
    await db.update(invoices).set({ content: added })
    const again = { ...added, buyer: { ...added.buyer, company: 'Other' }, remarks: [...added.remarks, 'Again.'] }
    await expect(db.update(invoices).set({ content: again })).rejects.toMatchObject(refused)
    await expect(db.delete(invoices)).rejects.toMatchObject({ cause: { constraint: 'invoices_stay' } })
  })
})
