import { expect, test } from 'vitest'
import { reconcilePayments } from '#features/commerce/payments/payments.public.ts'
import { UnavailableError } from '#shared/unavailable-error.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'

test('a production start without keys and mail server sells nothing, gives away free items, and says so', async () => {
  const { as, member, course, deps, pool } = await testAcademy({
    settings: {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://academy.test',
      APP_SECRET: 'kV3uG1mX0aQ9tZ7pR5sB2nC8wE4yH6jL',
      STRIPE_API_URL: '',
    },
  })
  expect((await as(undefined).get('/Academy/api/site/')).body.cards).toEqual({ provider: 'none' })
  const nurse = await member()
  const [paid, free] = [await course(), await course({ priceCents: 0 })]
  expect(await as(nurse).post('/Academy/create-payment-intent/', { courseId: paid.slug })).toMatchObject({
    status: 503,
    body: { message: 'Purchases open soon. You can’t buy this item yet.' },
  })
  const taken = await as(nurse).post('/Academy/api/enroll/', { productId: free.slug })
  expect(taken.status).toBe(200)
  const { rows } = await pool.query('select state, is_live from purchases')
  expect(rows).toEqual([{ state: 'paid', is_live: true }])
  // Without a provider there is nothing to reconcile, and nothing to complain about every minute.
  expect(await reconcilePayments(deps)).toBeUndefined()
  expect((await as(undefined).post('/webhooks/stripe', {})).status).toBeGreaterThanOrEqual(400)

  const form = {
    username: 'newcomer',
    email: 'newcomer@example.com',
    password: 'a long lamp at midnight',
    first_name: 'Nora',
    last_name: 'New',
    accept_terms: true,
  }
  for (const [url, body] of [
    ['/Academy/api/register/', form],
    ['/Academy/api/forgot-password/', { email: 'newcomer@example.com' }],
  ] as const)
    expect(await as(undefined).post(url, body)).toMatchObject({
      status: 503,
      body: { message: 'This isn’t available yet because we can’t send emails. Please try again later.' },
    })
  // Emails wait, as if the mail server could not be reached.
  const message = { to: 'a@example.com', memberId: null, subject: 'A', text: 'a', html: '<p>a</p>' }
  await expect(deps.mail.send(message)).rejects.toBeInstanceOf(UnavailableError)
})
