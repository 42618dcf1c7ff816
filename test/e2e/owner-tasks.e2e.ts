import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStripeEmulator, type StripeEmulator } from '../../stripe-emulator/server.ts'
import { getToken, logIn } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { earnCertificate } from '../harness/earn-certificate.ts'
import { createKeyboard, createMouse } from '../harness/hands.ts'
import { OWNER_TASKS } from '../harness/owner-tasks.ts'
import { typeCard } from '../harness/phone.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { addSampleCertificates } from '../harness/sample-certificates.ts'

const PAYMENTS = '/Academy/api/studio/settings/payments/'

let academy: RunningAcademy
let emulator: StripeEmulator
let folder: string
async function open() {
  folder = await mkdtemp(path.join(tmpdir(), 'owner-stripe-'))
  emulator = await startStripeEmulator({ folder })
  academy = await runAcademy({ settings: { STRIPE_API_URL: emulator.url } })
  await buy()
  await earnCertificate(academy)
  await addSampleCertificates(academy)
}
async function close() {
  await academy.close()
  await emulator.close()
  await rm(folder, { recursive: true, force: true })
}

/** An order that can be refunded. */
async function buy(): Promise<void> {
  const token = await getToken(academy.url, 'newcomer', 'demo-newcomer-2026')
  const { page } = await openPage(await sharedBrowser(), academy.url, 1280, token)
  await page.goto('/Document/exam-test-quick-reference')
  await typeCard(page)
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL(/\/MyDocuments\/[0-9a-f-]{36}$/)
}

/** Sensitive actions then ask for the password again. */
async function expireConfirmations(): Promise<void> {
  const client = new pg.Client({ connectionString: academy.environment.DATABASE_URL })
  await client.connect()
  await client.query(`update sessions set confirmed_at = now() - interval '1 hour'`)
  await client.end()
}

async function openHome() {
  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const { page } = await openPage(await sharedBrowser(), academy.url, 1280, token)
  await page.goto('/Studio/')
  await page.getByRole('region', { name: 'Common tasks' }).waitFor()
  return page
}

// Email and card keys are counted in `service-settings.e2e.ts`.
describe('with a mouse, from the studio’s home', () => {
  beforeAll(open)
  afterAll(close)

  test.each(OWNER_TASKS)('$name: at most $presses presses', async ({ presses, run }) => {
    const hand = createMouse(await openHome())
    await run(hand)
    expect(hand.count()).toBeLessThanOrEqual(presses)
  })

  test('sales tax turned on: at most 4 presses', async () => {
    const owner = await logIn(academy.url, 'staff', 'demo-staff-2026')
    const { publishableKey, secretKey } = emulator
    const keys = { publishable_key: publishableKey, secret_key: secretKey, webhook_secret: '', revision: 'none' }
    expect((await owner.post(PAYMENTS, keys)).status).toBe(200)
    const hand = createMouse(await openHome())
    await hand.open('Payments')
    await hand.press(hand.page.getByRole('button', { name: 'Turn on sales tax' }))
    await hand.see(hand.page.getByText('Sales tax is on.'))
    expect(hand.count()).toBeLessThanOrEqual(4)
  })
})

describe('by keyboard alone, with the focus always visible and never lost', () => {
  beforeAll(open)
  afterAll(close)

  test.each(OWNER_TASKS.filter(({ isForMouse }) => !isForMouse))('$name', async ({ run }) => {
    await run(createKeyboard(await openHome()))
  })

  test('the confirmation of identity keeps the focus until it closes, and returns it', async () => {
    const hand = createKeyboard(await openHome())
    const { page } = hand
    await hand.open('Staff')
    await expireConfirmations()
    await hand.type(page.getByLabel('Email', { exact: true }), 'lee@example.com')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByLabel('Password', { exact: true }).waitFor()
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab')
      await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
    }
    await hand.type(dialog.getByLabel('Password', { exact: true }), 'demo-staff-2026')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await hand.see(page.getByLabel('Invitation link'))
  })
})
