import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { insertSuppression } from '#platform/mail/suppressions.queries.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { readEventKinds } from '../../../../test/harness/audit.ts'

async function academyWithBounce(answer = '550 5.1.1') {
  const academy = await testAcademy()
  const { db, as, member, setTime } = academy
  setTime(new Date('2026-11-03T15:00:00Z'))
  const [nora, support] = [await member(), await member({ role: 'support' })]
  const bounce = () =>
    insertSuppression(db, {
      reason: 'bounced',
      memberId: nora.id,
      address: nora.email,
      answer,
      emailId: randomUUID(),
      at: academy.deps.now(),
    })
  await bounce()
  const account = async () => (await as(nora).get('/Academy/api/account/')).body
  const problemFor = async (who: typeof nora) =>
    (await as(who).get(`/Academy/api/studio/members/${nora.id}/`)).body.email_problem
  return { ...academy, nora, support, bounce, account, problemFor }
}

test.each([
  ['550 5.1.1 (RCPT TO)', 'the mailbox doesn’t exist'],
  ['550', 'the mailbox doesn’t exist'],
  ['5.1.2', 'the mailbox or its domain doesn’t exist'],
  ['550 5.1.6', 'the mailbox has moved'],
  ['550 5.2.1', 'the mailbox is disabled'],
])('shows staff and the member what %s means', async (answer, why) => {
  const { support, account, problemFor } = await academyWithBounce(answer)
  expect(await problemFor(support)).toEqual({
    text: `Emails to this address come back: ${why} (Nov 3, 2026). Only required emails are sent.`,
    may_try_again: true,
  })
  expect((await account()).email_problem).toBe(why)
})

test('staff may try an address again, but can’t end a complaint', async () => {
  const { pool, nora, support, as, account, problemFor, member } = await academyWithBounce()
  const retry = async (who: typeof nora) => as(who).post(`/Academy/api/studio/members/${nora.id}/retry-emails/`, {})
  // Editors see no members.
  expect((await retry(await member({ role: 'editor' }))).status).toBe(404)
  for (let time = 0; time < 2; time += 1)
    expect(await retry(support)).toMatchObject({
      status: 200,
      body: { message: 'We’ll send optional emails to this address again.' },
    })
  expect(await problemFor(support)).toBeNull()
  expect((await account()).email_problem).toBeNull()
  expect((await readEventKinds(pool)).filter((kind) => kind === 'mail.bounce_cleared')).toHaveLength(1)

  await pool.query(
    `insert into email_suppressions (member_id, reason, address, answer, email_id, at) values ($1, 'complained', $2, 'abuse', gen_random_uuid(), '2026-11-04T15:00:00Z')`,
    [nora.id, nora.email],
  )
  await retry(support)
  expect(await problemFor(support)).toEqual({
    text: 'The member reported an email as spam (Nov 4, 2026), so only required emails are sent.',
    may_try_again: false,
  })
  expect((await account()).email_problem).toBeNull()
})

test('the member confirms the same address again with a link, and no notice says that it changed', async () => {
  const { as, nora, account, runJobs, mailbox, pool, bounce } = await academyWithBounce()
  const asked = await as(nora).post('/Academy/api/account/email/', { email: nora.email })
  expect(asked).toMatchObject({ status: 200 })
  await runJobs()
  const [email, ...others] = await mailbox()
  expect(others).toEqual([])
  expect(email?.to).toBe(nora.email)
  const token = /ConfirmEmail\/([\w-]+)/.exec(email?.text ?? '')?.[1]
  expect((await account()).email_problem).not.toBeNull()
  expect((await as(undefined).post('/Academy/api/confirm-email/', { token })).body).toEqual({
    message: 'Your email was confirmed.',
  })
  await runJobs()
  expect(await mailbox()).toHaveLength(1)
  expect(await account()).toMatchObject({ email: nora.email, email_problem: null, new_email: null })
  expect(await readEventKinds(pool)).not.toContain('email.changed')
  // Without a bounce, there is nothing to confirm.
  expect((await as(nora).post('/Academy/api/account/email/', { email: nora.email })).body.email).toEqual([
    'This is already your email.',
  ])
  await bounce()
  expect((await account()).email_problem).toBe('the mailbox doesn’t exist')
})
