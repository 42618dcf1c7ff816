import { expect, onTestFinished, test } from 'vitest'
import { startStripeEmulator } from '../../../../stripe-emulator/server.ts'
import { createApiClient, logIn } from '../../../../test/harness/api-client.ts'
import { runCommand } from '../../../../test/harness/command-line.ts'
import { copyTemplate } from '../../../../test/harness/database.ts'
import { startMailServer } from '../../../../test/harness/mail-server.ts'
import { runAcademy } from '../../../../test/harness/running-academy.ts'
import { generateTotp } from '../../../../test/harness/totp.ts'

const APP_SECRET = 'kV3uG1mX0aQ9tZ7pR5sB2nC8wE4yH6jL'
const EMAIL = '/Academy/api/studio/settings/email/'
const PAYMENTS = '/Academy/api/studio/settings/payments/'

const COURSE = 'unethical-defense-medical-exam-challenges'

/** The documentation says a second, but the machine may be busy. */
const SOON = { timeout: 5_000, interval: 20 }

test('what an owner saves in one process, another uses for its next email and payment, without a restart', async () => {
  const stripe = await startStripeEmulator({ folder: `/tmp/stripe-${process.pid}-${Date.now()}` })
  onTestFinished(() => stripe.close())
  const server = await startMailServer()
  const databaseUrl = await copyTemplate()
  const settings = { PUBLIC_URL: 'http://academy.test', APP_SECRET, STRIPE_API_URL: stripe.url }
  const start = async () => {
    const academy = await runAcademy({ databaseUrl, settings })
    onTestFinished(() => academy.close())
    return academy
  }
  const [one, other] = [await start(), await start()]
  const owner = await logIn(one.url, 'staff', 'demo-staff-2026')
  const nurse = await logIn(other.url, 'newcomer', 'demo-newcomer-2026')
  const cards = async () => (await createApiClient(other.url).get('/Academy/api/site/')).body.cards
  expect(await cards()).toMatchObject({ provider: 'stand-in' })

  const keys = { publishable_key: stripe.publishableKey, secret_key: stripe.secretKey, webhook_secret: '' }
  expect(await owner.post(PAYMENTS, { ...keys, revision: 'none' })).toMatchObject({ status: 200 })
  await expect.poll(cards, SOON).toEqual({ provider: 'stripe', publishableKey: stripe.publishableKey })
  const opened = await nurse.post('/Academy/create-payment-intent/', { courseId: COURSE })
  const intent = String(opened.body.clientSecret).split('_secret')[0]
  const headers = { authorization: `Bearer ${stripe.secretKey}` }
  expect((await fetch(`${stripe.url}/v1/payment_intents/${intent}`, { headers })).status).toBe(200)

  const mail = {
    host: '127.0.0.1',
    port: String(server.port),
    security: 'none',
    user: '',
    password: '',
    sender_name: 'Academy',
    sender_address: 'office@academy.test',
    revision: 'none',
  }
  expect(await owner.post(EMAIL, mail)).toMatchObject({ status: 200 })
  await one.stop()
  server.received.length = 0
  // The other process must send this email, because it is the only one left.
  expect(
    (await createApiClient(other.url).post('/Academy/api/forgot-password/', { email: 'newcomer@example.com' })).status,
  ).toBe(200)
  await expect.poll(() => server.received.map(({ from }) => from)).toContain('office@academy.test')
})

test('a production start with only an address, a secret, and a database sells nothing, and an owner can set it up', async () => {
  const databaseUrl = await copyTemplate()
  const academy = await runAcademy({
    databaseUrl,
    settings: { NODE_ENV: 'production', PUBLIC_URL: 'https://academy.test', APP_SECRET, TRUSTED_PROXIES: '' },
  })
  onTestFinished(() => academy.close())
  const visitor = createApiClient(academy.url)
  expect((await visitor.get('/Academy/api/site/')).body.cards).toEqual({ provider: 'none' })
  expect(await visitor.post('/Academy/api/forgot-password/', { email: 'olga@example.com' })).toMatchObject({
    status: 503,
  })

  const output = await runCommand(academy.environment, 'create-staff', 'olga@example.com', '--role', 'owner')
  const token = /ResetPassword\/([\w-]+)/.exec(output)?.[1] ?? ''
  const password = 'lamp-at-midnight-1854'
  const accepted = await visitor.post('/Academy/api/reset-password/', {
    token,
    password,
    confirm_password: password,
    sign_in: true,
  })
  expect(accepted.status).toBe(200)
  const owner = await logIn(academy.url, 'olga', password)
  const { body: made } = await owner.post('/Academy/api/account/factors/code/', {})
  const confirmed = await owner.post('/Academy/api/account/factors/code/confirm/', {
    code: generateTotp(made.key, Date.now()),
  })
  expect(confirmed.status).toBe(200)
  expect((await owner.get(EMAIL)).body).toMatchObject({ state: 'missing', locked: { server: null, sender: false } })
  expect((await owner.get(PAYMENTS)).body).toMatchObject({ state: 'missing', locked: { keys: false, webhook: false } })
})
