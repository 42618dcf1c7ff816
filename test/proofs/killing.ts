import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { startSession } from '#features/people/accounts/sessions.public.ts'
import { openDatabase } from '#db/open-database.ts'
import type { EmulatorAddress } from '../../stripe-emulator/address.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../harness/card-browser.ts'
import type { RunningAcademy } from '../harness/running-academy.ts'
import { runKillableAcademy } from '../harness/killable-academy.ts'

const NEW_BUYERS = 4
// At most this many, because on a busy machine buyers would otherwise accumulate until none succeeds.
const BUYERS_AT_ONCE = 12
const LIMIT_MS = 120_000

type Buyer = { memberId: string; token: string; slug: string; outcome: 'under way' | 'told' | 'left' }
type Pace = {
  /** How long a whole checkout takes on this machine. */
  checkoutMs: number
  /** The time of the last kill. */
  disturbedAt: number
}

/**
 * Buyers check out at a running academy while it and its database server are killed (-9) in turn at random points.
 * Every third buyer closes the browser right after paying. Then the records are compared.
 */
export async function killDuringCheckout(kills: number) {
  const { academy, connectionString, killDatabase, close } = await runKillableAcademy()
  const database = openDatabase(connectionString, () => {}, 4)
  try {
    const slugs = await coursesForSale(database.pool)
    const buyers: Buyer[] = []
    const shopping: Promise<void>[] = []
    const pace: Pace = { checkoutMs: 250, disturbedAt: Date.now() }
    const killed = { app: 0, database: 0 }
    for (let round = 0; round < kills; round++) {
      const underWay = buyers.filter(({ outcome }) => outcome === 'under way').length
      for (let n = 0; n < Math.min(NEW_BUYERS, BUYERS_AT_ONCE - underWay); n++) {
        const buyer = await newBuyer(database, slugs[(round + n) % slugs.length] ?? '')
        buyers.push(buyer)
        shopping.push(shop(academy, buyer, { leaves: buyers.length % 3 === 0, pace }))
      }
      // Every point of a checkout is equally likely, however long one takes here.
      await sleep(Math.random() * pace.checkoutMs)
      pace.disturbedAt = Date.now()
      if (round % 2 === 0) {
        await academy.kill()
        killed.app++
        await academy.start()
      } else {
        await killDatabase()
        killed.database++
      }
      await untilReady(academy)
      pace.disturbedAt = Date.now()
    }
    await Promise.all(shopping)
    // Reconciling runs at each start and settles the payments of closed browsers.
    await academy.kill()
    await academy.start()
    const books = await untilSettled(academy, database.pool)
    return { server: await versionOf(database.pool), killed, buyers: buyers.length, ...compare(buyers, books) }
  } finally {
    await database.close()
    await close()
  }
}

type Shopper = { leaves: boolean; pace: Pace }

/** Tries as a buyer would, until the academy reports the purchase as paid. */
async function shop(academy: RunningAcademy, buyer: Buyer, { leaves, pace }: Shopper): Promise<void> {
  while (buyer.outcome === 'under way') {
    const isPeaceful = Date.now() - pace.disturbedAt > LIMIT_MS
    if (isPeaceful) throw new Error(`A buyer could not buy.\n${academy.output().slice(-6_000)}`)
    const since = Date.now()
    await tryToBuy(academy, buyer, leaves).catch(() => {})
    if (buyer.outcome === 'under way') await sleep(50 + Math.random() * 200)
    else pace.checkoutMs = Math.max(250, Date.now() - since)
  }
}

async function tryToBuy(academy: RunningAcademy, buyer: Buyer, leaves: boolean): Promise<void> {
  const post = async (url: string, body?: object) => {
    const reply = await fetch(`${academy.url}${url}`, {
      method: 'POST',
      headers: { authorization: `Token ${buyer.token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(6_000),
    })
    return { status: reply.status, body: (await reply.json()) as Record<string, string> }
  }
  const opened = await post('/Academy/create-payment-intent/', { courseId: buyer.slug })
  if (opened.body['code'] === 'already_owned') buyer.outcome = 'told'
  const { clientSecret, myDocsID } = opened.body
  if (opened.status !== 200 || !clientSecret) return
  const paid = await confirmCard(getEmulator(academy), clientSecret, { number: TEST_CARD.succeeds })
  if (leaves && paid.status === 'succeeded') buyer.outcome = 'left'
  if (leaves) return
  const confirmed = await post(`/Academy/api/myAcademy/payment/${myDocsID}/${getIntentId(clientSecret)}`)
  if (confirmed.body['response'] === 'SUCCESS') buyer.outcome = 'told'
}

function getEmulator(academy: RunningAcademy): EmulatorAddress {
  return JSON.parse(readFileSync(path.join(academy.folder, 'stand-in/address.json'), 'utf8')) as EmulatorAddress
}

async function untilReady(academy: RunningAcademy): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    // Without a limit, a request during which the academy is killed may wait forever.
    const isReady = await fetch(`${academy.url}/readyz`, { signal: AbortSignal.timeout(6_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(50)
  }
  throw new Error(`The academy did not come back:\n${academy.output().slice(-6_000)}`)
}

async function versionOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version') as version`)
  return `PostgreSQL ${rows[0]?.version}`
}

async function coursesForSale(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ slug: string }>(
    `select slug from products where kind = 'course' and price_cents > 0 and published_at is not null`,
  )
  return rows.map(({ slug }) => slug)
}

async function newBuyer(database: ReturnType<typeof openDatabase>, slug: string): Promise<Buyer> {
  for (let tries = 0; ; tries++) {
    try {
      const { rows } = await database.pool.query<{ id: string }>(
        `insert into members (username, email, first_name, last_name, password_hash, email_verified_at)
         select name, name || '@example.com', 'Nora', 'Nightingale', 'no password opens this', now()
         from (select 'buyer-' || gen_random_uuid() as name) as named returning id`,
      )
      const memberId = rows[0]?.id ?? ''
      const token = await startSession(
        { db: database.db, now: () => new Date(), config: { mode: 'test' } },
        { memberId, agent: 'test' },
      )
      return { memberId, token, slug, outcome: 'under way' }
    } catch (error) {
      // The database may still be restarting.
      if (tries > 200) throw error
      await sleep(100)
    }
  }
}

type Books = {
  /** Intents paid at the provider, with their purchases. */
  payments: { intentId: string; purchaseId: string }[]
  purchases: { id: string; memberId: string; slug: string; state: string; intentId: string | null; receipts: number }[]
}

/** Waits until no paid purchase is pending anymore, for at most two reconcile runs. */
async function untilSettled(academy: RunningAcademy, pool: pg.Pool): Promise<Books> {
  const since = Date.now()
  for (;;) {
    const books = { payments: await paymentsOf(getEmulator(academy)), purchases: await purchasesOf(pool) }
    const paid = new Set(books.payments.map(({ purchaseId }) => purchaseId))
    const isSettled = books.purchases.every(({ id, state }) => state !== 'pending' || !paid.has(id))
    if (isSettled || Date.now() - since > LIMIT_MS) return books
    await sleep(250)
  }
}

async function paymentsOf({ url, secretKey }: EmulatorAddress): Promise<Books['payments']> {
  type Page = {
    has_more: boolean
    data: { id: string; data: { object: { id: string; metadata: { purchase_id: string } } } }[]
  }
  const payments: Books['payments'] = []
  for (let after = ''; ;) {
    const query = `type=payment_intent.succeeded&limit=100${after && `&starting_after=${after}`}`
    const reply = await fetch(`${url}/v1/events?${query}`, {
      headers: { authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    const page = (await reply.json()) as Page
    for (const { data } of page.data) {
      payments.push({ intentId: data.object.id, purchaseId: data.object.metadata.purchase_id })
    }
    after = page.data.at(-1)?.id ?? ''
    if (!page.has_more) return payments
  }
}

async function purchasesOf(pool: pg.Pool): Promise<Books['purchases']> {
  const { rows } = await pool.query<Books['purchases'][number]>(
    `select p.id, p.member_id as "memberId", products.slug, p.state, p.payment_intent_id as "intentId",
       (select count(*)::int from pgboss.job where name = 'send-receipt' and data->>'purchaseId' = p.id::text) as receipts
     from purchases p join products on products.id = p.product_id join members m on m.id = p.member_id
     where m.username like 'buyer-%'`,
  )
  return rows
}

function compare(buyers: Buyer[], { payments, purchases }: Books) {
  const paid = purchases.filter(({ state }) => state === 'paid')
  const byIntent = new Map(paid.map((purchase) => [purchase.intentId, purchase]))
  const owned = new Set(paid.map(({ memberId, slug }) => `${memberId} ${slug}`))
  const paidIntents = new Set(payments.map(({ intentId }) => intentId))
  const mine = purchases.filter(({ intentId }) => paidIntents.has(intentId ?? ''))
  const payers = mine.map(({ memberId, slug }) => `${memberId} ${slug}`)
  return {
    paid: paid.length,
    /** Payments that bought nothing, and buyers who got a success message or left but have no access. */
    lost:
      payments.filter(({ intentId }) => !byIntent.has(intentId)).length +
      buyers.filter(({ memberId, slug }) => !owned.has(`${memberId} ${slug}`)).length,
    /** Paid or settled twice, or with more or less than one receipt. */
    doubled:
      payments.length -
      paidIntents.size +
      (payers.length - new Set(payers).size) +
      paid.filter(({ receipts }) => receipts !== 1).length,
    /** Products that members have access to but that were never paid for. */
    unpaid: paid.filter(({ intentId }) => !paidIntents.has(intentId ?? '')).length,
  }
}
