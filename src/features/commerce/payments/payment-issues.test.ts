import { expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { restores } from '#db/tables/restores.ts'
import { purchases } from '#db/tables/sales.ts'
import { siteSettings } from '#db/tables/site.ts'
import { runHealthChecks } from '#features/back-office/alerts/alerts.public.ts'
import { checkPaymentIssues } from '#features/back-office/alerts/payment-checks.service.ts'
import { UnreadableResponse } from '#platform/payment-calls.ts'
import { AppError } from '#shared/app-error.ts'
import { type Cents, cents } from '#shared/money.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import {
  describeRefund,
  followUpPaymentIssues,
  refundOrder,
  reconcilePayments,
  getReportedIssues,
} from './payments.public.ts'
import { findPurchase } from './payments.queries.ts'
import { refreshPurchase } from './settlement.service.ts'
import { reportUnmatchedPayments } from './unmatched-payments.service.ts'
import { getResponseDueDate } from './payment-issues.rules.ts'

/** Creates payments that were made by card. `readReported` lists their open issues by kind. */
async function createPaidPayments(many: number) {
  const academy = await testAcademy()
  const { as, course, member, db, deps, emulator, setTime } = academy
  const paid = []
  for (let n = 0; n < many; n += 1) {
    const { body } = await as(await member()).post('/Academy/create-payment-intent/', {
      courseId: (await course()).slug,
    })
    const intentId = getIntentId(String(body.clientSecret))
    await confirmCard(emulator, String(body.clientSecret), { number: TEST_CARD.succeeds })
    const [row] = await db.select().from(purchases).where(eq(purchases.paymentIntentId, intentId))
    if (!row) throw new Error('nothing was opened')
    paid.push({ id: row.id, intentId, orderNumber: row.orderNumber })
  }
  const readIssues = () => getReportedIssues(db, deps.now())
  return {
    ...academy,
    paid: paid as [(typeof paid)[number], ...typeof paid],
    readIssues,
    readReported: async () =>
      Object.entries(await readIssues()).flatMap(([kind, rows]) =>
        rows.map(({ orderNumber, intentId }) => `${kind} ${orderNumber ?? intentId}`),
      ),
    later: (minutes: number) => setTime(new Date(Date.now() + minutes * 60_000)),
    end: (id: string) =>
      db.update(purchases).set({ state: 'expired', endedAt: new Date() }).where(eq(purchases.id, id)),
    mark: (intentId: string) =>
      callEmulator(emulator, `/v1/payment_intents/${intentId}`, { 'metadata[settled]': 'in cash' }),
  }
}

test('keeps undelivered payments as issues until each is refunded or marked at the provider', async () => {
  const { paid, readReported, readIssues, deps, db, end, mark, later } = await createPaidPayments(3)
  const [ended, gone, marked] = paid as [(typeof paid)[0], (typeof paid)[0], (typeof paid)[0]]
  await end(ended.id)
  await end(marked.id)
  await db.delete(purchases).where(eq(purchases.id, gone.id))
  later(2)
  await reconcilePayments(deps)
  const all = [`lost ${ended.orderNumber}`, `lost ${marked.orderNumber}`, `lost ${gone.intentId}`].toSorted()
  expect((await readReported()).toSorted()).toEqual(all)
  expect(checkPaymentIssues(await readIssues(), 'UTC')[0]?.text).toContain('adopt-payment PAYMENT --member MEMBER')
  // The daily check finds the same issues.
  await db.execute('delete from payment_troubles')
  await reportUnmatchedPayments(deps)
  expect((await readReported()).toSorted()).toEqual(all)

  await followUpPaymentIssues(deps)
  expect((await readReported()).toSorted()).toEqual(all)
  await refundOrder(deps, { by: OPERATOR, orderNumber: ended.orderNumber })
  expect(await readReported()).toHaveLength(2)
  await refundOrder(deps, { by: OPERATOR, orderNumber: gone.intentId })
  await mark(marked.intentId)
  await followUpPaymentIssues(deps)
  expect(await readReported()).toEqual([])
})

test('does not report a payment without an order whose money was returned before a restore', async () => {
  const { paid, readReported, deps, db, later } = await createPaidPayments(1)
  const [{ id, intentId }] = paid
  await db.delete(purchases).where(eq(purchases.id, id))
  await refundOrder(deps, { by: OPERATOR, orderNumber: intentId })
  later(2)
  await reconcilePayments(deps)
  expect(await readReported()).toEqual([])
  const { rows } = await db.execute("select data from pgboss.job where name = 'tell-operator'")
  expect(rows).toEqual([])
})

test('keeps a failed refund as an issue until the buyer got that much back or it is marked', async () => {
  const { paid, readReported, deps, emulator, mark, later, db } = await createPaidPayments(2)
  later(2)
  await reconcilePayments(deps)
  const fail = async ({ orderNumber, intentId }: (typeof paid)[0], amount?: number) => {
    await refundOrder(deps, { by: OPERATOR, orderNumber, ...(amount !== undefined && { amount: cents(amount) }) })
    const [refund] = await deps.payments.listRefunds(intentId)
    await callEmulator(emulator, `/stand-in/refunds/${refund?.id}/fail`)
    await reconcilePayments(deps)
  }
  const [first, second] = paid as [(typeof paid)[0], (typeof paid)[0]]
  await fail(first, 3_000)
  await fail(second)
  // Simulates an order that adopt-payment has created only now.
  await db.execute('update payment_troubles set order_number = null')
  expect((await readReported()).toSorted()).toEqual(paid.map(({ orderNumber }) => `refunds ${orderNumber}`).toSorted())
  const [row] = (await db.execute(`select owed_cents from payment_troubles order by owed_cents`)).rows
  expect(row).toEqual({ owed_cents: 3_000 })

  // A smaller refund is not enough.
  await refundOrder(deps, { by: OPERATOR, orderNumber: first.orderNumber, amount: cents(1_000) })
  await mark(second.intentId)
  await followUpPaymentIssues(deps)
  expect(await readReported()).toEqual([`refunds ${first.orderNumber}`])
  await refundOrder(deps, { by: OPERATOR, orderNumber: first.orderNumber, amount: cents(2_000) })
  expect(await readReported()).toEqual([])
})

test('settles what is owed when the payment is marked, until the mark is removed, and not what fails later', async () => {
  const { paid, readIssues, deps, emulator, later, passSecondAtProvider, mark } = await createPaidPayments(1)
  const [{ orderNumber, intentId }] = paid
  later(2)
  await reconcilePayments(deps)
  // From here on, the academy's clock is that of the provider.
  later(0)
  const set = (text: string) => callEmulator(emulator, `/v1/payment_intents/${intentId}`, { 'metadata[settled]': text })
  const fail = async (amount: number, unread?: string) => {
    const { given } = await refundOrder(deps, { by: OPERATOR, orderNumber, amount: cents(amount) })
    if (unread !== undefined) await set(unread)
    passSecondAtProvider()
    await callEmulator(emulator, `/stand-in/refunds/${given?.id}/fail`)
    await reconcilePayments(deps)
    passSecondAtProvider()
  }
  const readOwed = async () => (await readIssues()).refunds.map(({ owedCents }) => owedCents)
  const markWith = async (text: string) => {
    await set(text)
    await followUpPaymentIssues(deps)
  }
  await fail(1_000)
  await mark(intentId)
  await followUpPaymentIssues(deps)
  expect(await readOwed()).toEqual([])
  await markWith('')
  expect(await readOwed()).toEqual([1_000])
  await markWith('in cash')

  await fail(2_000)
  await followUpPaymentIssues(deps)
  expect(await readOwed()).toEqual([2_000])
  later(1)
  // The mark's text is cut to 400 characters, here in the middle of the emoji, and then the time is appended.
  await markWith(`${'in cash'.padEnd(399, '.')}🩺 and by check`)
  expect(await readOwed()).toEqual([])
  // This mark was already read by an earlier version.
  await fail(500, 'by check')
  await followUpPaymentIssues(deps)
  expect(await readOwed()).toEqual([500])
})

/** Restores the order from when it was paid, as if from a backup, except for these columns. */
async function restoreOrder(academy: Awaited<ReturnType<typeof createPaidPayments>>, columns = '') {
  const before = `state = 'paid', refunded_cents = 0, most_refunded_cents = 0, ended_at = null ${columns}`
  await academy.pool.query('alter table purchases disable trigger purchases_guard')
  await academy.pool.query(`update purchases set ${before}`)
  await academy.pool.query('alter table purchases enable trigger purchases_guard')
  await academy.pool.query('delete from provider_events; delete from event_sweep; delete from payment_troubles')
  academy.passSecondAtProvider()
  await academy.db.insert(restores).values({ madeAt: academy.deps.now(), restoredAt: academy.deps.now() })
  await reconcilePayments(academy.deps)
}

test.each(['owed', 'settled'])(
  'keeps an order ended after a restore from before its full refund, which failed and is %s',
  async (what) => {
    const academy = await createPaidPayments(1)
    const { paid, db, deps, emulator, later, mark, readReported } = academy
    const [{ orderNumber, intentId }] = paid
    later(2)
    await reconcilePayments(deps)
    await refundOrder(deps, { by: OPERATOR, orderNumber })
    await reconcilePayments(deps)
    const [refund] = await deps.payments.listRefunds(intentId)
    await callEmulator(emulator, `/stand-in/refunds/${refund?.id}/fail`)
    if (what === 'settled') await mark(intentId)
    await restoreOrder(academy)
    expect(await db.select().from(purchases)).toMatchObject([{ state: 'refunded', refundedCents: 0 }])
    expect(await readReported()).toEqual(what === 'owed' ? [`refunds ${orderNumber}`] : [])
  },
)

test('emails nothing again about a reversed dispute after a restore', async () => {
  const academy = await createPaidPayments(1)
  const { paid, db, deps, emulator, later } = academy
  later(2)
  await reconcilePayments(deps)
  const { id } = await callEmulator(emulator, '/stand-in/disputes', {
    payment_intent: paid[0].intentId,
    amount: '2000',
  })
  for (const status of ['lost', 'won']) {
    await callEmulator(emulator, `/stand-in/disputes/${id}/close`, { status })
    await reconcilePayments(deps)
  }
  await restoreOrder(academy, ', lost_cents = 2000')
  const { rows } = await db.execute(`select from pgboss.job where data->>'sentence' like 'The bank returned $20.00%'`)
  expect(rows).toHaveLength(1)
})

/** Creates a paid order of $299.00. Its jobs are listed by name, with what they will report. */
async function createDisputedOrder() {
  const academy = await createPaidPayments(1)
  const { db, deps, emulator, later, paid } = academy
  const [{ id, intentId, orderNumber }] = paid
  later(2)
  await reconcilePayments(deps)
  const close = (dispute: string, status: string) =>
    callEmulator(emulator, `/stand-in/disputes/${dispute}/close`, { status })
  return {
    ...academy,
    orderNumber,
    close,
    async dispute(amount: number, status?: 'lost') {
      const dispute = await callEmulator(emulator, '/stand-in/disputes', {
        payment_intent: intentId,
        amount: String(amount),
      })
      if (status) await close(String(dispute.id), status)
      await reconcilePayments(deps)
      return String(dispute.id)
    },
    read: () => refreshPurchase(deps, () => findPurchase(db, id)),
    listJobs: async (name: string) => {
      const { rows } = await db.execute<{ data: Record<string, unknown> }>(
        sql`select data from pgboss.job where name = ${name} order by created_on`,
      )
      return rows.map(({ data }) => data)
    },
  }
}

test('keeps access after a refund of a part when a bank has returned what it took before, also if the refund fails', async () => {
  const { db, deps, emulator, paid, orderNumber, dispute, close, read, runJobs } = await createDisputedOrder()
  await close(await dispute(3_000, 'lost'), 'won')
  await reconcilePayments(deps)
  const { given } = await refundOrder(deps, { by: OPERATOR, orderNumber, amount: cents(27_500) })
  // Stores the numbers of both credit notes with the payment.
  await runJobs()
  expect((await deps.payments.readIntent(paid[0].intentId))?.metadata['credit_note_2']).toContain(' 24500 0')
  await read()
  expect(await db.select().from(purchases)).toMatchObject([{ state: 'paid', refundedCents: 27_500 }])
  await callEmulator(emulator, `/stand-in/refunds/${given?.id}/fail`)
  await reconcilePayments(deps)
  await read()
  expect(await db.select().from(purchases)).toMatchObject([{ state: 'paid', refundedCents: 0 }])
})

test.each([
  [500, 'Unless you refund $5.00, correct your books by that amount.'],
  [1_000, 'Your books need no correction.'],
  [2_000, 'Your books need no correction.'],
])(
  'reports both when a bank returns a lost dispute and takes %i cents in another before one reading',
  async (amount, books) => {
    const { deps, pool, dispute, close, orderNumber, listJobs } = await createDisputedOrder()
    const first = await dispute(1_000, 'lost')
    const second = await dispute(amount)
    await close(first, 'won')
    await close(second, 'lost')
    await reconcilePayments(deps)
    const lost = (jobs: Record<string, unknown>[]) => jobs.filter((job) => job['dispute'] === 'lost')
    for (const name of ['tell-dispute', 'send-dispute'])
      expect(lost(await listJobs(name)).map((job) => job['amount'])).toEqual([1_000, amount])
    expect((await listJobs('tell-operator')).map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining(
        `The bank returned $10.00 that it had taken in a lost dispute over order ${orderNumber}.`,
      ),
    ])
    expect((await listJobs('tell-operator'))[0]?.['sentence']).toContain(books)
    expect((await readEventKinds(pool)).filter((kind) => kind.startsWith('dispute.'))).toEqual([
      'dispute.lost',
      'dispute.opened',
      'dispute.won',
      'dispute.lost',
    ])
  },
)

test('asks to correct the books by no more than the credit note of a dispute over more than was paid', async () => {
  const { deps, dispute, close, listJobs } = await createDisputedOrder()
  await close(await dispute(40_000, 'lost'), 'won')
  await reconcilePayments(deps)
  const [report] = await listJobs('tell-operator')
  expect(report?.['sentence']).toMatch(
    /^The bank returned \$400\.00 .* Unless you refund \$299\.00, correct your books by that amount\.$/,
  )
})

test('gives back what is owed now, once, and no more by the amount of an earlier email, unless told to', async () => {
  const { paid, deps, emulator, later, passSecondAtProvider } = await createPaidPayments(2)
  later(2)
  await reconcilePayments(deps)
  const fail = async ({ orderNumber }: (typeof paid)[0], amount: number) => {
    const { given } = await refundOrder(deps, { by: OPERATOR, orderNumber, amount: cents(amount) })
    passSecondAtProvider()
    return () => callEmulator(emulator, `/stand-in/refunds/${given?.id}/fail`)
  }
  const [first, second] = paid as [(typeof paid)[0], (typeof paid)[0]]
  for (const failLater of [await fail(first, 1_000), await fail(first, 2_000)]) {
    await failLater()
    await reconcilePayments(deps)
  }
  const typed = (amount?: Cents | 'owed', more: object = {}, { orderNumber } = first) =>
    refundOrder(deps, { by: OPERATOR, orderNumber, amount, isUpToOwed: true, ...more })
  // The operator types first the total from the first email, and then the total from the second.
  expect((await typed(cents(1_000))).given?.amount).toBe(1_000)
  const refused = `and you owe the buyer $20.00 now. To refund more than you owe, add --beyond-owed. To refund that, run: npm run academy -- refund ${first.orderNumber} --owed`
  await expect(typed(cents(3_000))).rejects.toThrow(refused)
  const many = await Promise.all(Array.from({ length: 4 }, () => typed('owed')))
  expect(new Set(many.map(({ given }) => given?.id).filter(Boolean)).size).toBe(1)
  expect(await deps.payments.readIntent(first.intentId)).toMatchObject({ refunded: 3_000 })
  expect(describeRefund(await typed('owed'), 'UTC')).toEqual({
    isDone: false,
    text: expect.stringContaining('you owe the buyer nothing from a failed refund. Nothing was refunded this time'),
  })
  await expect(typed(cents(1_000), { times: 2 })).rejects.toThrow('you owe the buyer nothing now')
  expect((await typed(cents(500), { isUpToOwed: false })).given?.amount).toBe(500)

  // A dispute takes a part of what is owed.
  await (
    await fail(second, 1_000)
  )()
  await reconcilePayments(deps)
  const lost = { payment_intent: second.intentId, amount: '500' }
  const { id } = await callEmulator(emulator, '/stand-in/disputes', lost)
  await callEmulator(emulator, `/stand-in/disputes/${id}/close`, { status: 'lost' })
  await expect(typed(cents(1_000), {}, second)).rejects.toThrow('you owe the buyer $5.00')
  expect((await typed('owed', {}, second)).given?.amount).toBe(500)
})

test('emails the command for what is owed when that is less than the refund that failed', async () => {
  const { paid, db, deps, emulator, later, passSecondAtProvider, runJobs, mailbox } = await createPaidPayments(1)
  await db.insert(siteSettings).values({ settings: { email: 'office@academy.test' } })
  later(2)
  await reconcilePayments(deps)
  const [{ orderNumber }] = paid
  const refund = { by: OPERATOR, orderNumber }
  const { given } = await refundOrder(deps, { ...refund, amount: cents(3_000) })
  passSecondAtProvider()
  await callEmulator(emulator, `/stand-in/refunds/${given?.id}/fail`)
  passSecondAtProvider()
  for (const times of [1, 2]) await refundOrder(deps, { ...refund, amount: cents(1_000), times })
  await reconcilePayments(deps)
  await runJobs()
  const email = (await mailbox()).find(({ subject }) => subject.startsWith('Refund failed: order'))
  expect(email?.text).toContain(`refund ${orderNumber} --owed)`)
  expect((await refundOrder(deps, { ...refund, amount: 'owed' })).given?.amount).toBe(1_000)
})

test("keeps a dispute as an issue, with the bank's deadline, until it is decided or answered", async () => {
  const { paid, readReported, readIssues, deps, emulator, later } = await createPaidPayments(2)
  later(2)
  await reconcilePayments(deps)
  const disputes = []
  for (const { intentId } of paid)
    disputes.push(await callEmulator(emulator, '/stand-in/disputes', { payment_intent: intentId }))
  await reconcilePayments(deps)
  const [{ orderNumber }] = paid
  expect(await readReported()).toContain(`disputes ${orderNumber}`)
  const [, , look] = checkPaymentIssues(await readIssues(), 'UTC')
  expect(look).toMatchObject({ name: 'open_dispute', is: 'wrong' })
  expect(look?.about?.toSorted()).toEqual(paid.map((each) => each.orderNumber).toSorted())
  expect(look?.text).toMatch(new RegExp(`waiting for your response: .*\\b${orderNumber} by \\w+ \\d+, 20\\d\\d[,.] `))

  await callEmulator(emulator, `/stand-in/disputes/${disputes[0]?.id}/close`, { status: 'won' })
  await reconcilePayments(deps)
  const readIntent = async (id: string) => {
    const intent = await deps.payments.readIntent(id)
    return intent && { ...intent, disputes: intent.disputes.map((dispute) => ({ ...dispute, isAnswered: true })) }
  }
  expect(await readReported()).toEqual([`disputes ${paid[1]?.orderNumber}`])
  await followUpPaymentIssues({ ...deps, payments: { ...deps.payments, readIntent } })
  expect(await readReported()).toEqual([])
})

test("reports a payment that can't be followed after half an hour, and one without news after a day", async () => {
  const { paid, readReported, deps, later, db, purchase, member, course } = await createPaidPayments(1)
  const [broken] = paid
  const readIntent = (id: string) =>
    id === broken.intentId
      ? Promise.reject(new UnreadableResponse(new Error('the answer is no payment_intent')))
      : deps.payments.readIntent(id)
  const failing = { ...deps, payments: { ...deps.payments, readIntent } }
  later(2)
  await reconcilePayments(failing)
  expect(await readReported()).toEqual([])
  later(33)
  await reconcilePayments(failing)
  await followUpPaymentIssues(failing)
  expect(await readReported()).toEqual([`unsettled ${broken.orderNumber}`])
  await followUpPaymentIssues(deps)
  expect(await readReported()).toEqual([])
  const silent = await purchase((await member()).id, (await course()).id, 'pending')
  await db.update(purchases).set({ paymentIntentId: 'pi_silent' }).where(eq(purchases.id, silent))
  later(33 + 25 * 60)
  expect(await readReported()).toEqual([])
  later(33 + 27 * 60)
  expect(await readReported()).toEqual([expect.stringMatching(/^unsettled [0-9A-F]{12}$/)])
  await db.update(purchases).set({ processingSince: deps.now() }).where(eq(purchases.id, silent))
  expect(await readReported()).toEqual([])
})

test('keeps issues while the provider is down and checks the others anyway', async () => {
  const { paid, readReported, deps, end, later, db } = await createPaidPayments(1)
  const [{ id, orderNumber }] = paid
  await end(id)
  later(2)
  await reconcilePayments(deps)
  const warned: string[] = []
  const log = { ...deps.log, warn: (_: object, text: string) => void warned.push(text) }
  const readIntent = () => Promise.reject(new Error('no network'))
  await runHealthChecks({ ...deps, log, payments: { ...deps.payments, readIntent } })
  expect(await readReported()).toEqual([`lost ${orderNumber}`])
  expect(warned).toEqual(['a payment that needs attention could not be checked'])
  const { rows } = await db.execute<{ name: string; about: string[] }>('select name, about from alerts')
  expect(rows).toEqual([{ name: 'lost_payment', about: [orderNumber] }])
})

test('continues past one payment the provider fails on; after two in a row it counts as down', async () => {
  const { paid, readReported, deps, db, end, mark, later } = await createPaidPayments(4)
  for (const { id } of paid) await end(id)
  later(2)
  await reconcilePayments(deps)
  for (const { intentId } of paid) await mark(intentId)
  const inTurn = paid.map(({ intentId }) => intentId).toSorted()
  await db.execute(`update payment_troubles set looked_at = now()`)
  const follow = async (minutes: number, ...silent: (string | undefined)[]) => {
    later(minutes)
    const asked: string[] = []
    const readIntent = (id: string) => {
      asked.push(id)
      return silent.includes(id)
        ? Promise.reject(new AppError('payment_provider_unavailable', 'no answer'))
        : deps.payments.readIntent(id)
    }
    await followUpPaymentIssues({ ...deps, payments: { ...deps.payments, readIntent } })
    return asked
  }
  const [first, second, third, last] = inTurn
  expect(await follow(7, first, second)).toEqual([first, second])
  expect(await follow(12, first, second)).toEqual([third, last, first, second])
  expect(await readReported()).toHaveLength(2)
  expect(await follow(17, first)).toEqual([first, second])
  expect(await readReported()).toHaveLength(1)
})

test('keeps a payment without an order as an issue while it is disputed, with the response deadline, until nothing of it is left here', async () => {
  const { paid, readReported, readIssues, deps, db, emulator, later } = await createPaidPayments(1)
  const [{ id, intentId }] = paid
  await db.delete(purchases).where(eq(purchases.id, id))
  later(2)
  await reportUnmatchedPayments(deps)
  expect(await readReported()).toEqual([`lost ${intentId}`])
  const dispute = await callEmulator(emulator, '/stand-in/disputes', { payment_intent: intentId })
  await reconcilePayments(deps)
  await followUpPaymentIssues(deps)
  expect((await readReported()).toSorted()).toEqual([`disputes ${intentId}`, `lost ${intentId}`])
  expect((await readIssues()).disputes[0]?.dueAt).toBeInstanceOf(Date)
  // A later check finds the same issues.
  await db.execute('delete from payment_troubles')
  await reportUnmatchedPayments(deps)
  await followUpPaymentIssues(deps)
  expect((await readReported()).toSorted()).toEqual([`disputes ${intentId}`, `lost ${intentId}`])
  await callEmulator(emulator, `/stand-in/disputes/${dispute.id}/close`, { status: 'won' })
  await followUpPaymentIssues(deps)
  expect(await readReported()).toEqual([`lost ${intentId}`])
  await refundOrder(deps, { by: OPERATOR, orderNumber: intentId })
  await followUpPaymentIssues(deps)
  expect(await readReported()).toEqual([])
})

test('reports a response as due for open, unanswered disputes, by the earliest deadline a bank gave', () => {
  const dispute = (isLost: boolean, isAnswered: boolean, day?: number) => ({
    isLost,
    isAnswered,
    dueAt: day === undefined ? undefined : new Date(Date.UTC(2026, 11, day)),
  })
  expect(getResponseDueDate({ disputes: [] })).toBeUndefined()
  expect(getResponseDueDate({ disputes: [dispute(true, false, 1), dispute(false, true, 2)] })).toBeUndefined()
  expect(getResponseDueDate({ disputes: [dispute(false, false)] })).toBeNull()
  expect(
    getResponseDueDate({ disputes: [dispute(false, false, 9), dispute(false, false), dispute(false, false, 7)] }),
  ).toEqual(new Date(Date.UTC(2026, 11, 7)))
})
