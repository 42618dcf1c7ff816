import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { purchases } from '#db/tables/sales.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { printFigure } from '../../../../test/harness/print-figure.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import { reconcilePayments } from '#features/commerce/payments/payments.public.ts'

// The browser stops waiting after five seconds, so the response must arrive earlier.
const BROWSER_LIMIT_MS = 5_000

test("replies before the browser's timeout when the provider is too slow, grants nothing, and settles later by reconciliation", async () => {
  const academy = await testAcademy()
  const { as, db, emulator, deps } = academy
  const nurse = await academy.member()
  // For this member, the provider must first create a customer.
  const newcomer = await academy.member()
  const { slug } = await academy.course()
  const other = await academy.course()
  const slow = (delay_ms: number) => callEmulator(emulator, '/stand-in/behavior', { delay_ms: String(delay_ms) })
  const states = async () => (await db.select().from(purchases)).map(({ state }) => state)
  const timed = async (url: string, body?: object, by = nurse) => {
    const started = performance.now()
    const reply = await as(by).post(url, body)
    return { status: reply.status, code: reply.body.code as string, ms: performance.now() - started }
  }

  const { body: opened } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: slug })
  const { intentId, url } = {
    intentId: getIntentId(opened.clientSecret),
    url: `/Academy/api/myAcademy/payment/${opened.myDocsID}/${getIntentId(opened.clientSecret)}`,
  }
  await confirmCard(emulator, opened.clientSecret, { number: TEST_CARD.succeeds })
  // The time that is spent before the payment counts toward its time limit.
  await slow(2_600)
  const opening = timed('/Academy/create-payment-intent/', { courseId: other.slug }, newcomer)
  await sleep(300)
  await slow(6_000)
  const [confirmed, begun, first] = await Promise.all([
    timed(url),
    timed('/Academy/create-payment-intent/', { courseId: other.slug }),
    opening,
  ])
  printFigure(`slow provider: refused after ${Math.round(confirmed.ms)} ms and ${Math.round(begun.ms)} ms`)
  for (const { status, code, ms } of [confirmed, begun, first]) {
    expect({ status, code }).toEqual({ status: 503, code: 'payment_provider_unavailable' })
    // The provider's library timed out, so this was not an immediate response.
    expect(ms).toBeGreaterThan(3_900)
    expect(ms).toBeLessThan(BROWSER_LIMIT_MS)
  }
  expect((await as(nurse).get(`/Academy/api/take/course/${slug}/`)).status).toBe(404)
  expect(await states()).toEqual(['pending', 'pending', 'pending'])
  await reconcilePayments(deps)
  expect(await states()).toEqual(['pending', 'pending', 'pending'])

  // This is slow but within the limit, so it succeeds.
  await slow(1_000)
  const again = await Promise.all(
    [nurse, newcomer].map((by) => as(by).post('/Academy/create-payment-intent/', { courseId: other.slug })),
  )
  expect(again.map(({ status }) => status)).toEqual([200, 200])
  await slow(0)
  await reconcilePayments(deps)
  expect((await states()).toSorted()).toEqual(['paid', 'pending', 'pending'])
  expect((await as(nurse).post(url)).body.response).toBe('SUCCESS')
  expect(await deps.payments.readIntent(intentId)).toMatchObject({ status: 'succeeded' })
}, 60_000)
