import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'

const SETUP = '/Academy/api/studio/setting-up/'

test('derives the setup steps from the actual state, both done and undone, and only for owners', async () => {
  const { as, member, course, purchase, pool, setTime, deps, emulator } = await testAcademy()
  const ownerMember = await member({ role: 'owner' })
  const owner = as(ownerMember)
  const explain = async (step: string) =>
    (await owner.get(SETUP)).body.steps.find((each: { step: string }) => each.step === step).why
  const done = async () =>
    (await owner.get(SETUP)).body.steps
      .filter(({ is_done: isDone }: { is_done: boolean }) => isDone)
      .map(({ step }: { step: string }) => step)
  expect(await done()).toEqual([])
  await pool.query(
    `insert into site_settings (settings) values ('{"email": "a@example.com", "postal_address": "1 Way"}')`,
  )
  const bought = await course()
  await purchase((await member()).id, bought.id)
  await pool.query('update purchases set is_live = false')
  expect(await done()).toEqual(['site', 'course', 'purchase'])
  await pool.query('update site_settings set is_home_confirmed = true')
  expect(await done()).toEqual(['site', 'course', 'home', 'purchase'])
  await pool.query('update site_settings set is_home_confirmed = false')
  await pool.query(
    `insert into provider_events (id, type, received_at, arrived_at) values ('evt_1', 'x', now(), now() + interval '2 years')`,
  )
  // Without Stripe keys, payments are simulated, and so are the events.
  expect(await done()).toEqual(['site', 'course', 'purchase'])
  expect(await explain('webhook')).toBe('Enter your Stripe keys first. Then Stripe can report payments.')
  expect(await explain('mail')).toContain('Emails are captured on this machine')
  const { publishableKey: publishable_key, secretKey: secret_key, webhookSecret: webhook_secret } = emulator
  const keys = { publishable_key, secret_key, webhook_secret, revision: 'none' }
  expect((await owner.post('/Academy/api/studio/settings/payments/', keys)).status).toBe(200)
  expect(await done()).toEqual(['site', 'keys', 'course', 'purchase', 'webhook'])
  // Sales were made after the last event.
  await pool.query(`update provider_events set arrived_at = timestamptz '2000-01-01'`)
  setTime(new Date(deps.now().getTime() + 60 * 60_000))
  expect(await done()).toEqual(['site', 'keys', 'course', 'purchase'])

  await pool.query(
    `insert into second_factors (member_id, sealed_secret, created_at, confirmed_at) values ($1, 'sealed', now(), now())`,
    [ownerMember.id],
  )
  expect(await done()).toEqual(['factor', 'site', 'keys', 'course', 'purchase'])

  for (const role of ['editor', 'support'] as const)
    expect((await as(await member({ role })).get(SETUP)).status).toBe(404)
})
