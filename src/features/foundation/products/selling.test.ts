import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { loadDemo } from '../../../../test/harness/demo-academy.ts'
import { changePrice, setOnSale } from './products.public.ts'

test('takes a product off sale and puts it back without a folder, logs each once, and keeps it for its owners', async () => {
  const { deps, as, course, member, purchase, pool } = await testAcademy()
  const [{ slug, id }, owner, other] = [await course(), await member(), await member()]
  await purchase(owner.id, id)
  const shown = async () => (await as(undefined).get('/Academy/api/courses/')).text.includes(slug)
  expect(await setOnSale(deps, { slug, isOnSale: true, by: OPERATOR })).toBe(false)
  expect(await setOnSale(deps, { slug, isOnSale: false, by: OPERATOR })).toBe(true)
  expect(await setOnSale(deps, { slug, isOnSale: false, by: OPERATOR })).toBe(false)
  expect(await shown()).toBe(false)
  expect((await as(other).post('/Academy/create-payment-intent/', { courseId: slug })).status).toBe(404)
  expect((await as(owner).get(`/Academy/api/take/course/${slug}/`)).status).toBe(200)
  expect(await setOnSale(deps, { slug, isOnSale: true, by: OPERATOR })).toBe(true)
  expect(await shown()).toBe(true)
  expect(await readEventKinds(pool)).toEqual(['product.taken_off_sale', 'product.put_on_sale'])
  await expect(setOnSale(deps, { slug: 'no-such', isOnSale: false, by: OPERATOR })).rejects.toThrow(
    "There is no product 'no-such'.",
  )
})

test("keeps the price of an open payment when the product's price changes", async () => {
  const { deps, as, course, member, emulator, pool } = await testAcademy()
  const [{ slug, id }, early, late] = [await course({ priceCents: 14_900 }), await member(), await member()]
  const open = async (by: typeof early) =>
    (await as(by).post('/Academy/create-payment-intent/', { courseId: slug })).body
  const { myDocsID, clientSecret } = await open(early)
  expect(await changePrice(deps, { slug, priceCents: 9_900, by: OPERATOR })).toBe(14_900)
  expect(await changePrice(deps, { slug, priceCents: 9_900, by: OPERATOR })).toBe(9_900)
  await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })
  const confirmed = await as(early).post(`/Academy/api/myAcademy/payment/${myDocsID}/${getIntentId(clientSecret)}`, {})
  expect(confirmed.status).toBe(200)
  await open(late)
  const { rows } = await pool.query(
    'select price_cents, state from purchases where product_id = $1 order by created_at',
    [id],
  )
  expect(rows).toEqual([
    { price_cents: 14_900, state: 'paid' },
    { price_cents: 9_900, state: 'pending' },
  ])
  const log = await pool.query('select kind, subject_id, before, after from audit_events')
  const event = {
    kind: 'product.price_changed',
    subject_id: slug,
    before: { price: '149.00' },
    after: { price: '99.00' },
  }
  expect(log.rows).toEqual([event])
  for (const priceCents of [1, 49, 100_000_000])
    await expect(changePrice(deps, { slug, priceCents, by: OPERATOR })).rejects.toThrow(
      'A price must be $0, or from $0.50',
    )
  expect((await pool.query('select price_cents from products where id = $1', [id])).rows).toEqual([
    { price_cents: 9_900 },
  ])
})

test('sells a podcast with a price and gives one without to every member, as after an import', async () => {
  const { deps, pool } = await testAcademy()
  const slug = 'eyes-ears-watch-the-observers-three-tools'
  await loadDemo(deps, `podcasts/${slug}`)
  const isSold = async () => (await pool.query('select is_for_sale from podcasts')).rows
  await changePrice(deps, { slug, priceCents: 500, by: OPERATOR })
  expect(await isSold()).toEqual([{ is_for_sale: true }])
  await changePrice(deps, { slug, priceCents: 0, by: OPERATOR })
  expect(await isSold()).toEqual([{ is_for_sale: false }])
})
