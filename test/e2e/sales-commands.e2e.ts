import { runCommandLine } from '../harness/command-line.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmCard, getIntentId, TEST_CARD } from '../harness/card-browser.ts'
import { logIn } from '../harness/api-client.ts'
import { earnCertificate } from '../harness/earn-certificate.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const DOCUMENT = 'dme-observer-starter-kit'

let academy: RunningAcademy
beforeAll(async () => {
  academy = await runAcademy()
})
afterAll(() => academy.close())

/** Runs a command next to the academy, on the same data folder. */
const typed = (...args: string[]) => runCommandLine(academy.environment, ...args)

const refusal = (words: string, code = 1) => ({ code, stdout: '', stderr: expect.stringContaining(words) })

test('a grant opens a product at once, and revoking it closes the product', async () => {
  const newcomer = await logIn(academy.url, 'newcomer', 'demo-newcomer-2026')
  const status = async () => (await newcomer.get(`/Academy/api/mydocument/${DOCUMENT}/`)).body.isPurchased as boolean
  expect(await status()).toBe(false)
  expect(await typed('grant', 'newcomer@example.com', DOCUMENT, '--why', 'scholarship')).toMatchObject({
    code: 0,
  })
  expect(await status()).toBe(true)
  expect((await typed('revoke-grant', 'newcomer', DOCUMENT)).code).toBe(0)
  expect(await status()).toBe(false)
  expect(await typed('revoke-grant', 'newcomer', DOCUMENT)).toMatchObject(refusal('has no free access'))
  expect(await typed('grant', 'newcomer', DOCUMENT)).toMatchObject(refusal('--why', 2))
  expect(await typed('grant', 'nobody', DOCUMENT, '--why', 'x')).toMatchObject(refusal("no member 'nobody'"))
  expect(await typed('grant', 'newcomer', 'nothing', '--why', 'x')).toMatchObject(refusal("no product 'nothing'"))
})

test('coupons are created, listed, and ended; all errors are reported together', async () => {
  const made = await typed('coupon', 'create', 'kit10', '--amount', '10.00', '--product', DOCUMENT, '--limit', '5')
  expect(made).toMatchObject({ code: 0, stdout: 'Coupon KIT10 created.\n' })
  expect((await typed('coupon', 'list')).stdout).toContain(
    `KIT10: $10.00 off ${DOCUMENT}; used 0 of 5 times; limit: once per member`,
  )
  expect((await typed('coupon', 'end', 'kit10')).code).toBe(0)
  expect((await typed('coupon', 'list')).stdout).toMatch(/KIT10: .*; ended/)
  const wrong = await typed('coupon', 'create', 'x', '--percent', '20', '--limit', '0', '--product', 'nothing')
  expect(wrong).toMatchObject({ code: 1, stdout: '' })
  expect(wrong.stderr.trim().split('\n')).toHaveLength(3)
  expect(await typed('coupon', 'create', 'KIT10', '--percent', '5')).toMatchObject(refusal('Coupon KIT10 already'))
  expect(await typed('coupon', 'create', 'NEW', '--percent', '5', '--from', '2026-02-30')).toMatchObject(
    refusal('--from must be a date', 2),
  )
})

test('an order is refunded by its number, which closes access', async () => {
  const newcomer = await logIn(academy.url, 'newcomer', 'demo-newcomer-2026')
  const { body: site } = await newcomer.get('/Academy/api/site/')
  const { body: intent } = await newcomer.post('/Academy/api/create-payment-document/', { courseId: DOCUMENT })
  await confirmCard(site.cards, intent.clientSecret, { number: TEST_CARD.succeeds })
  await newcomer.post(`/Academy/api/documents/payment/${intent.myDocsID}/${getIntentId(intent.clientSecret)}`)
  const { body: orders } = await newcomer.get('/Academy/api/account/orders/')
  const refunded = await typed('refund', orders[0].order_number)
  expect(refunded).toMatchObject({ code: 0, stdout: expect.stringContaining('refunded. Order status: refunded') })
  expect((await newcomer.get('/Academy/api/account/orders/')).body[0]).toMatchObject({ state: 'refunded' })
  expect((await newcomer.get(`/Academy/api/mydocument/${DOCUMENT}/`)).body.isPurchased).toBe(false)
  expect(await typed('refund', 'ABC')).toMatchObject(refusal('There is no order ABC'))
})

test('a certificate is revoked by its number or address, its page says so, and it can be restored', async () => {
  const address = await earnCertificate(academy)
  const page = async () => (await fetch(new URL(address, academy.url))).text()
  expect(await page()).toContain('This certificate is valid.')
  expect(await typed('revoke-certificate', address)).toMatchObject(refusal('--why', 2))
  expect(await typed('revoke-certificate', `${academy.url}${address}`, '--why', 'a mistake')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^.+'s certificate for .+ was revoked\.\n$/),
  })
  expect(await page()).toContain('This certificate was revoked.')
  expect(await typed('restore-certificate', address)).toMatchObject(refusal('--why', 2))
  expect((await typed('restore-certificate', address, '--why', 'looked at again')).code).toBe(0)
  expect(await page()).toContain('This certificate is valid.')
  expect(await typed('restore-certificate', 'nothing', '--why', 'x')).toMatchObject(refusal('There is no certificate'))
})

test('doctor prints a line for each part', async () => {
  const { code, stdout } = await typed('doctor')
  expect(code).toBe(0)
  for (const part of ['database', 'jobs', 'Stripe', 'email', 'disk', 'address'])
    expect(stdout).toContain(`ok    ${part}: `)
})

test('failed jobs are retried', async () => {
  expect(await typed('retry-jobs')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0 jobs /) })
})
