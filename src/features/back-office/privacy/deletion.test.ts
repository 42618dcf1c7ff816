import { expect, test } from 'vitest'
import { lockAccount, unlockAccount } from '#features/people/member-administration/member-administration.public.ts'
import { formatDay } from '#shared/dates.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { createAcademyWithNora, NEW_PASSWORD } from '../../../../test/harness/password-member.ts'
import { runScheduledDeletions } from './erasure.service.ts'

test('erases a member the night after a week in which they can cancel', { timeout: 60_000 }, async () => {
  const academy = await testAcademy()
  const { deps, as, setTime, pool } = academy
  const nurse = await academy.member()
  const start = Date.now()
  const at = (days: number) => new Date(start + days * 86_400_000)
  const address = '/Academy/api/account/deletion/'
  expect((await as(nurse).get(address)).body).toEqual({ due_on: null })
  const asked = await as(nurse).post(address)
  expect(asked).toMatchObject({ status: 200, body: { due_on: formatDay(at(7), 'UTC') } })
  await academy.runJobs()
  const [mail] = await academy.mailbox()
  expect(mail).toMatchObject({ to: nurse.email, subject: expect.stringContaining('will be deleted') })
  expect(mail?.text).toContain('Keep my account')
  setTime(at(6.9))
  await runScheduledDeletions(deps)
  expect((await as(nurse).post(`${address}cancel/`)).body).toEqual({ due_on: null })
  await academy.runJobs()
  // The mailbox lists the newest email first.
  const [email] = await academy.mailbox()
  expect(email).toMatchObject({ to: nurse.email, subject: 'We won’t delete your account' })
  setTime(at(7.1))
  await runScheduledDeletions(deps)
  expect((await as(nurse).get('/Academy/api/account/')).status).toBe(200)
  // The login was long ago by now, so the identity must be confirmed again.
  expect((await as(nurse).post(address)).body).toMatchObject({ code: 'confirm_identity' })
  await pool.query('update sessions set confirmed_at = $1', [at(7.1)])
  await as(nurse).post(address)
  setTime(at(14.2))
  await runScheduledDeletions(deps)
  expect((await as(nurse).get('/Academy/api/account/')).status).toBe(401)
  expect(await readEventKinds(pool)).toEqual([
    'account.deletion_asked',
    'account.deletion_stopped',
    'account.deletion_asked',
    'account.erased',
  ])
})

test('cancels a scheduled deletion when the account is locked, because an intruder may have requested it and no one could cancel it meanwhile', async () => {
  const academy = await testAcademy()
  const { deps, as, setTime, pool } = academy
  const nurse = await academy.member()
  await as(nurse).post('/Academy/api/account/deletion/')
  await lockAccount(deps, { memberId: nurse.id, by: OPERATOR })
  setTime(new Date(Date.now() + 8 * 86_400_000))
  await runScheduledDeletions(deps)
  await unlockAccount(deps, { memberId: nurse.id, by: OPERATOR })
  const { rows } = await pool.query('select erased_at, deletion_due_at from members where id = $1', [nurse.id])
  expect(rows).toEqual([{ erased_at: null, deletion_due_at: null }])
  expect(await readEventKinds(pool)).toEqual([
    'account.deletion_asked',
    'account.deletion_stopped',
    'account.locked',
    'account.unlocked',
  ])
})

test('cancels a scheduled deletion when a new password is chosen by email, and the email says so', async () => {
  const nora = await createAcademyWithNora()
  const address = '/Academy/api/account/deletion/'
  // An intruder who knows the password requests the deletion.
  await (await nora.enter()).post(address)
  await nora.forgot()
  const link = (await nora.mails()).find(({ token }) => token)
  expect((await nora.reset(link?.token ?? '')).status).toBe(200)
  expect((await (await nora.enter({ password: NEW_PASSWORD })).get(address)).body).toEqual({ due_on: null })
  expect((await nora.mails()).map(({ text }) => text)).toContainEqual(
    expect.stringContaining('scheduled to be deleted. We canceled that'),
  )
})
