import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { members } from '#db/tables/members.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import { emailChanged } from '#features/people/accounts/account-emails.public.ts'

test("updates the provider's customer to the member's current email, and ignores members without a customer", async () => {
  const { deps, db, as, pool, emulator, runJobs, ...academy } = await testAcademy()
  const [nora, other] = [await academy.member(), await academy.member()]
  const course = await academy.course()
  expect((await as(nora).post('/Academy/create-payment-intent/', { courseId: course.slug })).status).toBe(200)
  const { rows } = await pool.query<{ customer_id: string }>('select customer_id from provider_customers')
  const [{ customer_id: id } = { customer_id: '' }] = rows
  const providerEmail = async () => {
    const reply = await fetch(`${emulator.url}/v1/customers/${id}`, {
      headers: { authorization: `Bearer ${emulator.secretKey}` },
    })
    return ((await reply.json()) as { email?: string }).email
  }
  expect(await providerEmail()).toBe(nora.email)
  await db
    .update(members)
    .set({ email: `new-${nora.email}` })
    .where(eq(members.id, nora.id))
  for (const { id: memberId } of [nora, other]) await deps.jobs.enqueue(db, emailChanged, { memberId })
  await runJobs()
  expect(await providerEmail()).toBe(`new-${nora.email}`)

  // The customer was deleted in the provider's dashboard, so there is no email to change.
  await deps.payments.customers.erase(id)
  await deps.jobs.enqueue(db, emailChanged, { memberId: nora.id })
  await runJobs()
})

test('retries while the provider is down, and reports a missing key permission to the operator', async () => {
  const { deps, db, as, pool, emulator, runJobs, ...academy } = await testAcademy()
  const [nora, course] = [await academy.member(), await academy.course()]
  expect((await as(nora).post('/Academy/create-payment-intent/', { courseId: course.slug })).status).toBe(200)
  await deps.jobs.enqueue(db, emailChanged, { memberId: nora.id })
  await callEmulator(emulator, '/stand-in/behavior', { is_away: 'true' })
  await expect(runJobs()).rejects.toThrow('Stripe is unavailable')
  await callEmulator(emulator, '/stand-in/behavior', { is_away: 'false', writes_customers: 'false' })
  await db.execute(`update pgboss.job set state = 'created', start_after = now() where state = 'active'`)
  await expect(runJobs()).rejects.toMatchObject({ name: 'RefusedError' })
  const { rows } = await pool.query(`select data->>'sentence' as sentence from pgboss.job where name = 'tell-operator'`)
  expect(rows).toEqual([{ sentence: expect.stringContaining('secret key') }])
})
