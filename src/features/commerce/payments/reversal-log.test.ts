import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoices } from '#db/tables/invoices.ts'
import { notices } from '#db/tables/notices.ts'
import { purchases } from '#db/tables/sales.ts'
import { siteSettings } from '#db/tables/site.ts'
import { grantProduct } from '#features/commerce/access/grants.public.ts'
import { checkPaymentIssues } from '#features/back-office/alerts/payment-checks.service.ts'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { cents } from '#shared/money.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { getIntentId } from '../../../../test/harness/card-browser.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import { getReportedIssues, refundOrder, reconcilePayments } from './payments.public.ts'
import { refreshPurchase } from './settlement.service.ts'
import { processEvent } from './webhook.service.ts'
import { findPurchase } from './payments.queries.ts'

const MINUTE_MS = 60_000
const ORDERS = '/Academy/api/account/orders/'

/** Creates a buyer with an open payment of $100.00, and functions for what the provider can do with it. */
async function createOpenOrder() {
  const academy = await testAcademy()
  const { as, db, deps, emulator } = academy
  await db.insert(siteSettings).values({ settings: { email: 'office@academy.test' } })
  const nurse = await academy.member()
  const ethics = await academy.course({ title: 'Ethics', priceCents: 10_000 })
  const pay = '/Academy/create-payment-intent/'
  const { body } = await as(nurse).post(pay, { courseId: ethics.slug })
  const id = String(body.myDocsID)
  const intentId = getIntentId(body.clientSecret)
  const row = async () => {
    const [purchase] = await db.select().from(purchases).where(eq(purchases.id, id))
    if (!purchase) throw new Error('no such purchase')
    return purchase
  }
  return {
    ...academy,
    nurse,
    ethics,
    id,
    intentId,
    row,
    control: (path: string, fields: Record<string, string> = {}) => callEmulator(emulator, `/stand-in/${path}`, fields),
    read: () => refreshPurchase(deps, () => findPurchase(db, id)),
    confirm: () => as(nurse).post(`/Academy/api/myAcademy/payment/${id}/${intentId}`),
    buyAgain: () => as(nurse).post(pay, { courseId: ethics.slug }),
    listEmails: async (to: string) => {
      await academy.runJobs()
      return (await academy.mailbox()).filter((email) => email.to === to)
    },
    notified: async () => (await db.select().from(notices).orderBy(asc(notices.notifiedAt))).map(({ words }) => words),
  }
}

async function createPaidOrder(method = 'card') {
  const order = await createOpenOrder()
  await order.control(`payment_intents/${order.intentId}/pay`, { method })
  await order.confirm()
  return {
    ...order,
    orderNumber: (await order.row()).orderNumber,
    /** Opens a dispute about this many cents. With `status`, the bank decides it. */
    async dispute(amount: number, status?: 'won' | 'lost') {
      const { id } = await order.control('disputes', { payment_intent: order.intentId, amount: String(amount) })
      await order.read()
      if (status) await order.control(`disputes/${id}/close`, { status })
      if (status) await order.read()
      return String(id)
    },
    notes: async () =>
      (
        await order.db.select().from(invoices).where(eq(invoices.kind, 'credit_note')).orderBy(asc(invoices.number))
      ).map(({ netCents }) => netCents),
  }
}

test('ends access after a lost dispute over 95%, shows $95.00 as returned everywhere, and keeps the rest refundable', async () => {
  const order = await createPaidOrder()
  const { as, nurse, member, listEmails, orderNumber, deps } = order
  const owner = await member({ role: 'owner' })
  await order.dispute(9_500, 'lost')
  expect(await order.row()).toMatchObject({ state: 'refunded', refundedCents: 0, lostCents: 9_500 })
  expect(await order.notes()).toEqual([9_500])
  const shown = async () => (await as(owner).post('/Academy/api/studio/orders/', {})).body.orders[0]
  expect(await shown()).toMatchObject({ state: 'refunded, $95.00 of $100.00 refunded', left: '5.00' })
  await reconcilePayments(deps)
  expect((await as(nurse).get(ORDERS)).body).toMatchObject([
    { state: 'refunded', refunded: '95.00', has_access: false, credit_notes: [{ amount: '95.00' }] },
  ])
  const [notice] = (await listEmails('office@academy.test')).filter(({ subject }) => subject.startsWith('Dispute lost'))
  expect(notice?.text).toContain(
    `$5.00 of the payment can still be refunded. To refund that as well, run: npm run academy -- refund ${orderNumber}\n`,
  )
  expect(notice?.text).not.toContain('tax')

  await refundOrder(deps, { by: OPERATOR, orderNumber })
  expect(await order.row()).toMatchObject({ state: 'refunded', refundedCents: 500, lostCents: 9_500 })
  expect(await order.notes()).toEqual([9_500, 500])
  expect(await shown()).toMatchObject({ state: 'refunded', left: '0.00' })
})

test('emails the operator when a bank returns the money of a lost dispute', async () => {
  const order = await createPaidOrder()
  const id = await order.dispute(9_500, 'lost')
  await order.listEmails('office@academy.test')
  await order.control(`disputes/${id}/close`, { status: 'won' })
  await reconcilePayments(order.deps)
  expect(await order.row()).toMatchObject({ state: 'refunded', refundedCents: 0, lostCents: 0 })
  const [email] = (await order.listEmails('office@academy.test')).filter(({ text }) => text.includes('returned'))
  expect(email?.text).toContain(
    `The bank returned $95.00 that it had taken in a lost dispute over order ${order.orderNumber}. The order stays closed.`,
  )
  // The refund is mostly of the same money, so the credit note for the dispute covers that part.
  await refundOrder(order.deps, { by: OPERATOR, orderNumber: order.orderNumber })
  expect(await order.notes()).toEqual([9_500, 500])
})

test('records several partial disputes and refunds as they happened, and a won dispute as nothing', async () => {
  const order = await createPaidOrder()
  await order.dispute(3_000, 'won')
  expect(await order.notes()).toEqual([])
  await refundOrder(order.deps, { by: OPERATOR, orderNumber: order.orderNumber, amount: cents(1_000) })
  await order.dispute(4_000, 'lost')
  expect(await order.row()).toMatchObject({ state: 'paid' })
  await order.dispute(4_500, 'lost')
  expect(await order.row()).toMatchObject({ state: 'refunded', refundedCents: 1_000, lostCents: 8_500 })
  expect(await order.notes()).toEqual([1_000, 4_000, 4_500])
})

test('keeps a credit note that exceeds the returned amount, and corrects it once by migration', async () => {
  const order = await createPaidOrder()
  const { db, as, nurse } = order
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table ${purchases} disable trigger purchases_issue_due`)
    await tx.update(purchases).set({ state: 'refunded', lostCents: 9_500, endedAt: new Date() })
    await tx.execute(
      sql`select add_invoice('credit_note', true, ${order.id}::uuid, now(), current_date, 10000, 0, 9500)`,
    )
    await tx.execute(sql`alter table ${purchases} enable trigger purchases_issue_due`)
  })
  const folder = new URL('../../../db/migrations/', import.meta.url)
  const file = readdirSync(folder).find((name) => name.endsWith('_money_that_went_back.sql')) ?? ''
  const correct = readFileSync(new URL(file, folder), 'utf8').split('--> statement-breakpoint').at(-1) ?? ''
  await db.execute(sql.raw(correct))
  await db.execute(sql.raw(correct))
  expect(await order.notes()).toEqual([10_000, -500])
  await db.update(invoices).set({ recordedAt: new Date() })
  const [shown] = (await as(nurse).get(ORDERS)).body
  expect(shown).toMatchObject({ refunded: '95.00', credit_notes: [{ amount: '100.00' }, { amount: '-5.00' }] })
  const note = await as(nurse).get(`${ORDERS}${order.orderNumber}/credit-notes/${shown.credit_notes[1].id}/`)
  expect(note).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
})

test('describes access in dispute messages as it is: an item open through a grant is not called closed or offered for sale', async () => {
  const order = await createPaidOrder()
  const { deps, nurse, ethics, as } = order
  await grantProduct(deps, { memberId: nurse.id, slug: ethics.slug, reason: 'a kindness', by: OPERATOR })
  await order.dispute(10_000)
  expect(await order.notified()).toContainEqual(expect.stringContaining('You still have access.'))
  expect((await order.confirm()).body.message).toBe('The payment is disputed. You still have access to this item.')
  expect((await as(nurse).get(ORDERS)).body).toMatchObject([{ state: 'disputed', has_access: true }])
  const [open] = (await order.listEmails(nurse.email)).filter(({ subject }) => subject.startsWith('Payment disputed'))
  expect(open?.text).toContain('You still have access to Ethics.')
  expect(open?.text).not.toMatch(/closed|opens again/)
  const [notice] = (await order.listEmails('office@academy.test')).filter(({ subject }) =>
    subject.startsWith('Dispute:'),
  )
  expect(notice?.text).toContain('The buyer still has access another way')

  const { data } = await fetch(`${order.emulator.url}/v1/disputes`, {
    headers: { authorization: `Bearer ${order.emulator.secretKey}` },
  }).then((reply) => reply.json() as Promise<{ data: { id: string }[] }>)
  await order.control(`disputes/${data[0]?.id}/close`, { status: 'lost' })
  await order.read()
  expect((await order.buyAgain()).status).toBe(409)
  const [lost] = (await order.listEmails(nurse.email)).filter(({ subject }) => subject.startsWith('Dispute decided'))
  expect(lost?.text).toContain('You still have access to Ethics.')
  expect(lost?.text).not.toContain('buy it again')
})

test('does not tell the operator that an erased buyer was notified, and emails no one', async () => {
  const order = await createPaidOrder()
  await eraseMember(order.deps, { memberId: order.nurse.id, by: OPERATOR })
  const dispute = await order.dispute(10_000)
  await order.runJobs()
  await order.control(`disputes/${dispute}/close`, { status: 'lost' })
  await order.read()
  await order.runJobs()
  const about = (await order.mailbox()).filter(({ subject }) => /disput/i.test(subject))
  expect(about.map(({ to }) => to)).toEqual(['office@academy.test', 'office@academy.test'])
  for (const { text } of about) {
    expect(text).toContain('account was deleted')
    expect(text).not.toMatch(/buyer was (told|notified)/)
  }
})

test.each(['expired', 'gone'] as const)(
  'emails the operator a failed refund of a payment whose order is %s, with the command to retry',
  async (what) => {
    const order = await createOpenOrder()
    const { db, deps, intentId, listEmails } = order
    const reference = what === 'gone' ? intentId : (await order.row()).orderNumber
    await order.control(`payment_intents/${intentId}/pay`)
    if (what === 'gone') await db.delete(purchases)
    else await db.update(purchases).set({ state: 'expired', endedAt: new Date() })
    const refund = { by: OPERATOR, orderNumber: reference }
    // The academy reads this failure only after the refund was repeated.
    const { given: first } = await refundOrder(deps, { ...refund, amount: cents(2_500) })
    await order.control(`refunds/${first?.id}/fail`)
    order.passSecondAtProvider()
    await refundOrder(deps, { ...refund, amount: cents(2_500) })
    await reconcilePayments(deps)
    await order.runJobs()
    const { given } = await refundOrder(deps, refund)
    await order.control(`refunds/${given?.id}/fail`)
    await reconcilePayments(deps)
    await reconcilePayments(deps)
    const failed = (await listEmails('office@academy.test')).filter(({ text }) =>
      /(didn’t accept|failed at the buyer)[^]*npm run academy/.test(text),
    )
    expect(failed).toMatchObject([{ text: expect.stringContaining(`refund ${reference}`) }])
  },
)

test('notifies the buyer once, by email and notification, of a processing payment that fails', async () => {
  const order = await createOpenOrder()
  const { deps, nurse, intentId } = order
  await order.control(`payment_intents/${intentId}/pay`, { method: 'us_bank_account', is_processed: 'true' })
  expect((await order.confirm()).body.message).toContain('still being processed')
  await order.control(`payment_intents/${intentId}/process`, { status: 'failed' })
  // The event that says that the payment is being processed arrives last.
  for (const type of ['payment_failed', 'processing'].map((name) => `payment_intent.${name}`))
    for (const event of await deps.payments.lists.events(new Date(0), [type])) await processEvent(deps, event)
  await reconcilePayments(deps)
  expect(await order.notified()).toEqual(['Your payment for Ethics didn’t go through. You weren’t charged.'])
  expect(await order.listEmails(nurse.email)).toMatchObject([
    { subject: 'Payment failed: Ethics', text: expect.stringContaining('/Course/ethics') },
  ])
  // A payment that the card form declined causes no email, because the page shows that.
  expect((await order.buyAgain()).status).toBe(200)
})

test('announces no access for a payment that was refunded before the academy read it', async () => {
  const order = await createOpenOrder()
  await order.control(`payment_intents/${order.intentId}/pay`, { method: 'card' })
  await callEmulator(order.emulator, '/v1/refunds', { payment_intent: order.intentId })
  await order.confirm()
  expect(await order.row()).toMatchObject({ state: 'refunded' })
  expect(await order.notified()).toEqual([expect.stringMatching(/^We refunded \$100\.00/)])
})

test('emails the operator no request to respond to a dispute that was decided before the email was sent', async () => {
  const order = await createPaidOrder()
  await order.dispute(4_000, 'won')
  await order.dispute(3_000, 'lost')
  const subjects = (await order.listEmails('office@academy.test')).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('Dispute'))).toEqual([
    `Dispute lost: order ${order.orderNumber}`,
  ])
})

test('reports a refund that follows a failed one, and where it goes', async () => {
  const order = await createPaidOrder('link')
  const { deps, nurse, orderNumber } = order
  const ask = async () => (await refundOrder(deps, { by: OPERATOR, orderNumber })).given?.id
  await order.control(`refunds/${await ask()}/fail`)
  await reconcilePayments(deps)
  expect(await order.row()).toMatchObject({ state: 'refunded', refundedCents: 0 })
  await ask()
  expect(await order.row()).toMatchObject({ state: 'refunded', refundedCents: 10_000 })
  const refunds = (await order.listEmails(nurse.email)).filter(({ subject }) => subject.startsWith('Your refund'))
  expect(refunds).toHaveLength(2)
  for (const { text } of refunds) {
    expect(text).toContain('to the payment method you used with Link')
    expect(text).not.toContain('card')
  }
  expect((await order.notified()).filter((words) => words.startsWith('We refunded'))).toHaveLength(2)
  expect(await order.notes()).toEqual([10_000])
})

/** Makes a refund, then loses a dispute about `lost` cents, and then makes the refund fail at the bank. */
async function failRefundAfterLostDispute(part: number | undefined, lost: number) {
  const order = await createPaidOrder()
  const { deps, db, orderNumber, nurse } = order
  const amount = part === undefined ? undefined : cents(part)
  const { given } = await refundOrder(deps, { by: OPERATOR, orderNumber, amount })
  await order.dispute(lost, 'lost')
  await order.control(`refunds/${given?.id}/fail`)
  await reconcilePayments(deps)
  const find = async (to: string, subject: string) =>
    (await order.listEmails(to)).find((email) => email.subject.startsWith(subject))?.text
  return {
    ...order,
    readAlert: async () => checkPaymentIssues(await getReportedIssues(db, deps.now()), 'UTC')[1],
    notice: await find('office@academy.test', 'Refund failed'),
    email: await find(nurse.email, 'Refund failed'),
  }
}

test.each([
  ['the full refund', undefined],
  ['a partial refund', 4_000],
])('says that nothing is owed when %s fails after a lost dispute returned the payment', async (_what, part) => {
  const { readAlert, notice, email } = await failRefundAfterLostDispute(part, 10_000)
  expect(await readAlert()).toMatchObject({ name: 'failed_refund', is: 'fine' })
  expect(notice).toContain(
    'You don’t owe the buyer anything. The money was refunded again, the buyer got it in a dispute that you lost, or you marked the payment as settled.',
  )
  expect(notice).toMatch(/Lost in disputes:? +\$100\.00/)
  expect(notice).not.toMatch(/npm run academy|Owed to buyer/)
  expect(email).toMatch(/We don’t owe you anything: .* or returned to you by your bank in a dispute\./)
})

test('says everywhere that the rest is owed when a refund fails after a lost dispute over a part', async () => {
  const { readAlert, notice, email, deps, orderNumber } = await failRefundAfterLostDispute(6_000, 8_000)
  expect((await readAlert())?.text).toContain(`${orderNumber} ($20.00)`)
  expect(notice).toContain(
    `You still owe the buyer $20.00. Refund it again (npm run academy -- refund ${orderNumber} --owed)`,
  )
  expect(notice).toMatch(/Lost in disputes:? +\$80\.00[\s\S]*Owed to buyer:? +\$20\.00/)
  expect(email).toContain('We still owe you $20.00.')
  expect((await refundOrder(deps, { by: OPERATOR, orderNumber })).given?.amount).toBe(2_000)
  expect(await readAlert()).toMatchObject({ is: 'fine' })
})

test.each(['before', 'after'])(
  'a refund that fails %s a dispute is lost is owed, no more and no less, when the bank returns the lost money',
  async (when) => {
    const order = await createPaidOrder()
    const { deps, db, orderNumber } = order
    const { given } = await refundOrder(deps, { by: OPERATOR, orderNumber, amount: cents(1_000) })
    const fail = async () => {
      await order.control(`refunds/${given?.id}/fail`)
      await reconcilePayments(deps)
    }
    if (when === 'before') await fail()
    const id = await order.dispute(2_000, 'lost')
    if (when === 'after') await fail()
    const readOwed = async () =>
      (await getReportedIssues(db, deps.now())).refunds.map(({ orderNumber, owedCents }) => [orderNumber, owedCents])
    expect(await readOwed()).toEqual(when === 'before' ? [] : [[orderNumber, 1_000]])
    await order.control(`disputes/${id}/close`, { status: 'won' })
    await reconcilePayments(deps)
    expect(await readOwed()).toEqual([[orderNumber, 1_000]])
    const [email] = (await order.listEmails('office@academy.test')).filter(({ text }) => text.includes('returned $20'))
    expect(email?.text).toContain(
      `You still owe the buyer $10.00 from a refund that failed. Refund it (npm run academy -- refund ${orderNumber} --owed).`,
    )
    await refundOrder(deps, { by: OPERATOR, orderNumber, amount: cents(1_000) })
    expect(await readOwed()).toEqual([])
    expect((await db.execute('select from payment_troubles')).rows).toEqual([])
  },
)

test.each([
  ['nothing is owed after one refund of two that did not fail', 1, []],
  ['the other refund that failed is owed', 2, [1_000]],
])('when a failure is read after the refund was repeated, %s', async (_what, failures, owed) => {
  const order = await createPaidOrder()
  const { deps, db, orderNumber, nurse } = order
  const part = { by: OPERATOR, orderNumber, amount: cents(1_000) }
  const given = [await refundOrder(deps, part), await refundOrder(deps, { ...part, times: 2 })]
  await reconcilePayments(deps)
  order.passSecondAtProvider()
  for (const each of given.slice(0, failures)) await order.control(`refunds/${each.given?.id}/fail`)
  order.passSecondAtProvider()
  await refundOrder(deps, { ...part, times: 3 - failures })
  await reconcilePayments(deps)
  const readOwed = async () => (await getReportedIssues(db, deps.now())).refunds.map(({ owedCents }) => owedCents)
  expect(await readOwed()).toEqual(owed)
  const find = async (to: string) =>
    (await order.listEmails(to)).find(({ subject }) => subject.startsWith('Refund failed'))?.text
  expect(await find(nurse.email)).toContain(owed.length > 0 ? 'still owe you $10.00' : 'We don’t owe you anything')
  const [, options] = /refund [\dA-F]{12}(.*)\),/.exec((await find('office@academy.test')) ?? '') ?? []
  expect(options).toBe(owed.length > 0 ? ' --owed' : undefined)
  await refundOrder(deps, { ...part, amount: 'owed' })
  expect(await readOwed()).toEqual([])
})

test('owes nothing for a refund that failed when a dispute is lost while the failure is read', async () => {
  const order = await createPaidOrder()
  const { deps, db, orderNumber, nurse } = order
  const { given } = await refundOrder(deps, { by: OPERATOR, orderNumber, amount: cents(1_000) })
  const id = await order.dispute(2_000)
  order.passSecondAtProvider()
  await order.control(`refunds/${given?.id}/fail`)
  const listEvents: typeof deps.payments.listEvents = async (...asked) => {
    const events = await deps.payments.listEvents(...asked)
    await order.control(`disputes/${id}/close`, { status: 'lost' }).catch(() => {})
    return events
  }
  await reconcilePayments({ ...deps, payments: { ...deps.payments, listEvents } })
  await reconcilePayments(deps)
  expect((await getReportedIssues(db, deps.now())).refunds).toEqual([])
  // Another event about the same failure notifies no one again.
  const [failure] = await deps.payments.lists.events(new Date(0), ['refund.failed'])
  if (failure) await processEvent(deps, { ...failure, id: 'evt_another' })
  const emails = (await order.listEmails(nurse.email)).filter(({ subject }) => subject.startsWith('Refund failed'))
  expect(emails).toHaveLength(1)
})

test('emails about a dispute say what is owed since a refund failed before it', async () => {
  const order = await createPaidOrder()
  const { deps, orderNumber, nurse } = order
  const { given } = await refundOrder(deps, { by: OPERATOR, orderNumber, amount: cents(4_000) })
  await order.control(`refunds/${given?.id}/fail`)
  await reconcilePayments(deps)
  const id = await order.dispute(3_000)
  const opened = (await order.listEmails('office@academy.test')).find(({ subject }) => subject.startsWith('Dispute:'))
  await order.control(`disputes/${id}/close`, { status: 'lost' })
  await order.read()
  const find = async (to: string) =>
    (await order.listEmails(to)).find(({ subject }) => /^(Dispute lost|Dispute decided)/.test(subject))?.text
  expect(opened?.text).toContain('You still owe the buyer $40.00 from an earlier refund that failed')
  const lost = await find('office@academy.test')
  expect(lost).toContain(
    `You still owe the buyer $10.00, because a refund failed. Refund that (npm run academy -- refund ${orderNumber} --owed), or all $70.00: npm run academy -- refund ${orderNumber}`,
  )
  expect(await find(nurse.email)).toContain('We still owe you $10.00 from a refund that failed')
})

test('a refund that fails while the payment is disputed is owed until the dispute is lost', async () => {
  const order = await createPaidOrder()
  const { deps, db, orderNumber, nurse } = order
  const { given } = await refundOrder(deps, { by: OPERATOR, orderNumber, amount: cents(4_000) })
  const { id } = await order.control('disputes', { payment_intent: order.intentId, amount: '10000' })
  await reconcilePayments(deps)
  await order.control(`refunds/${given?.id}/fail`)
  await reconcilePayments(deps)
  const emails = [...(await order.listEmails('office@academy.test')), ...(await order.listEmails(nurse.email))]
  const failed = emails.filter(({ subject }) => subject.startsWith('Refund failed'))
  expect(failed).toHaveLength(2)
  for (const { text } of failed) {
    expect(text).toMatch(/nothing can be refunded until|can’t refund anything until/)
    expect(text).not.toContain(`refund ${orderNumber}`)
  }
  const readIssues = async () => (await getReportedIssues(db, deps.now())).refunds
  expect(await readIssues()).toMatchObject([{ orderNumber, owedCents: 4_000 }])
  await order.control(`disputes/${String(id)}/close`, { status: 'lost' })
  await reconcilePayments(deps)
  expect(await readIssues()).toEqual([])
})

test('dates a sale reported late by its charge, and its number by our clock', async () => {
  const order = await createOpenOrder()
  await order.control(`payment_intents/${order.intentId}/pay`)
  const charged = new Date()
  order.setTime(new Date(charged.getTime() + 26 * 60 * MINUTE_MS))
  await order.read()
  const { paidAt } = await order.row()
  expect(Math.abs((paidAt?.getTime() ?? 0) - charged.getTime())).toBeLessThan(MINUTE_MS)
  const [invoice] = await order.db.select().from(invoices)
  expect(invoice?.issuedOn).toBe(charged.toISOString().slice(0, 10))
  expect(invoice?.issuedAt.getTime()).toBeGreaterThan(charged.getTime() + 25 * 60 * MINUTE_MS)
})

test('answers simultaneous events, confirmations, reconciliations, and refunds of one payment, and settles it once', async () => {
  const order = await createOpenOrder()
  const { app, db, deps, emulator, intentId } = order
  let events = 0
  const hear = async () => {
    const time = Math.floor(Date.now() / 1_000)
    const about = { object: 'payment_intent', id: intentId }
    const event = { id: `evt_${++events}`, created: time, livemode: false, type: 'payment_intent.succeeded' }
    const payload = JSON.stringify({ ...event, object: 'event', data: { object: about } })
    const sign = createHmac('sha256', emulator.webhookSecret).update(`${time}.${payload}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${sign}` }
    return (await app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload })).statusCode
  }
  const many = <Value>(count: number, work: () => Promise<Value>) => Promise.all(Array.from({ length: count }, work))
  await order.control(`payment_intents/${intentId}/pay`)
  // All of them read the payment before the first one writes.
  const { readIntent } = deps.payments
  const intent = await readIntent(intentId)
  Object.assign(deps.payments, { readIntent: async () => intent })
  const [heard, confirmed] = await Promise.all([
    many(16, hear),
    many(8, async () => (await order.confirm()).status),
    many(2, () => reconcilePayments(deps)),
  ])
  expect([...heard, ...confirmed]).toEqual(Array.from({ length: 24 }, () => 200))
  Object.assign(deps.payments, { readIntent })
  const { orderNumber } = await order.row()
  const [again] = await Promise.all([many(4, hear), many(2, () => refundOrder(deps, { by: OPERATOR, orderNumber }))])
  expect(again).toEqual([200, 200, 200, 200])
  expect(await order.row()).toMatchObject({ state: 'refunded', refundedCents: 10_000 })
  const { rows } = await db.execute(sql`select name, count(*)::int as n from pgboss.job
    where name in ('send-receipt', 'tell-sale', 'send-refund') group by name order by name`)
  expect(rows).toEqual(['send-receipt', 'send-refund', 'tell-sale'].map((name) => ({ name, n: 1 })))
  expect(await db.select().from(invoices)).toHaveLength(2)
})
