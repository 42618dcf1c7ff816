import { expect, test } from 'vitest'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'

const CHOSEN = 'lamp-at-midnight-1854'

async function createAcademyWithProduct() {
  const academy = await testAcademy()
  const { as, member, course } = academy
  const supportMember = await member({ role: 'support' })
  const support = as(supportMember)
  const given = await course({ title: 'Depositions' })
  const give = (email: string, more: object = {}) =>
    support.post('/Academy/api/studio/access/', { email, product: given.slug, why: 'A gift', ...more })
  return { ...academy, support, supportMember, given, give }
}

test('a person without an account gets one by email, and only the link in it opens the course', async () => {
  const { give, as, runJobs, mailbox, pool, given, withToken } = await createAcademyWithProduct()
  const visitor = as(undefined)
  const replies = await Promise.all([give('Flo@Example.com'), give('flo@example.com ')])
  expect(replies.map(({ body }) => body.message)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/already has access\.$/),
      expect.stringMatching(
        /now has access\. We created an account, and we’re emailing a link to choose a password\.$/,
      ),
    ]),
  )
  expect((await readEventKinds(pool)).toSorted()).toEqual(['account.made', 'grant.made'])
  // No one else gets in: registering with this email is refused, and there is no password to guess.
  const typed = { password: CHOSEN, confirm_password: CHOSEN, accept_terms: true }
  const registering = await visitor.post('/Academy/api/register/', {
    email: 'flo@example.com',
    username: 'flo2',
    ...typed,
  })
  expect(registering.body).toEqual({ email: [expect.stringContaining('already an account')] })
  expect((await visitor.post('/Academy/api/login/', { username: 'flo@example.com', password: CHOSEN })).status).toBe(
    400,
  )

  await runJobs()
  const emails = await mailbox()
  expect(emails.map(({ to }) => to.toLowerCase())).toEqual(['flo@example.com'])
  const token = /\/ResetPassword\/([\w-]+)\?next=/.exec(emails[0]?.text ?? '')?.[1]
  const choice = { token, password: CHOSEN, confirm_password: CHOSEN }
  const chosen = await Promise.all([1, 2].map(() => visitor.post('/Academy/api/reset-password/', choice)))
  expect(chosen.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  const { body } = await visitor.post('/Academy/api/login/', { username: 'flo@example.com', password: CHOSEN })
  const flo = withToken(body.token)
  expect((await flo.get('/Academy/api/MyAcademy/')).text).toContain('Depositions')
  expect((await flo.get(`/Academy/api/take/course/${given.slug}/`)).status).toBe(200)
})

test('an expired link is sent again from the member’s page, and “Forgot your password?” works, too', async () => {
  const { give, support, as, runJobs, mailbox, setTime, deps, pool } = await createAcademyWithProduct()
  const visitor = as(undefined)
  await give('flo@example.com')
  await runJobs()
  const token = async () => /\/ResetPassword\/([\w-]+)/.exec((await mailbox())[0]?.text ?? '')?.[1]
  const first = await token()
  setTime(new Date(deps.now().getTime() + 15 * 24 * 60 * 60_000))
  const choose = (link: string | undefined) =>
    visitor.post('/Academy/api/reset-password/', { token: link, password: CHOSEN, confirm_password: CHOSEN })
  expect((await choose(first)).status).toBe(400)
  await pool.query(`update sessions set last_used_at = $1, confirmed_at = $1`, [deps.now()])
  const { rows } = await pool.query<{ id: string }>(`select id from members where email = 'flo@example.com'`)
  expect((await support.post(`/Academy/api/studio/members/${rows[0]?.id}/verification/`, {})).status).toBe(200)
  await runJobs()
  const again = await token()
  expect(again).not.toBe(first)
  expect((await choose(again)).status).toBe(200)
})

test('an existing account gets access; wrong input, or the staff member’s own address, stores nothing', async () => {
  const { give, supportMember, member, support, deps, pool, as } = await createAcademyWithProduct()
  const nora = await member()
  expect((await give(nora.email.toUpperCase())).body.message).toBe(`${nora.email.toUpperCase()} now has access.`)
  expect((await as(nora).get('/Academy/api/MyAcademy/')).text).toContain('Depositions')
  const owner = await member({ role: 'owner' })
  expect((await give(owner.email)).status).toBe(200)
  const before = await readEventKinds(pool)
  for (const [email, more, field] of [
    ['', {}, 'email'],
    ['nowhere', {}, 'email'],
    ['<b>@example.com', {}, 'email'],
    [`${'x'.repeat(288)}@example.com`, {}, 'email'],
    ['x'.repeat(1_001), {}, 'email'],
    ['flo@example.com', { product: 'none' }, 'product'],
    ['flo@example.com', { product: '' }, 'product'],
    ['flo@example.com', { why: ' ' }, 'why'],
  ] as const) {
    const { status, body } = await give(email, more)
    expect([email, status, Object.keys(body.fields ?? {})]).toEqual([email, 400, [field]])
  }
  expect(await give(supportMember.email)).toMatchObject({
    status: 403,
    body: { message: 'You can’t do this for your own account. Please ask another staff member.' },
  })
  expect((await readEventKinds(pool)).filter((kind) => kind !== 'act.refused')).toEqual(before)
  // The address of an erased member belongs to no one.
  await eraseMember(deps, { memberId: nora.id, by: OPERATOR })
  expect((await give(nora.email)).body.message).toContain('We created an account')
  expect((await support.get(`/Academy/api/studio/members/${nora.id}/`)).body.is_erased).toBe(true)
})
