import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { findMemberId } from '#features/people/accounts/accounts.public.ts'
import { createStaff, renewInvitation } from './member-administration.public.ts'

test('sends an invited account no link that would end the invitation', async () => {
  const { deps, member, as } = await testAcademy()
  const { link } = await createStaff(deps, { username: 'kim', email: 'kim@example.com', by: OPERATOR })
  const memberId = await findMemberId(deps.db, 'kim')
  const reply = await as(await member({ role: 'support' })).post(
    `/Academy/api/studio/members/${memberId}/verification/`,
    {},
  )
  expect([reply.status, reply.body.message]).toEqual([
    400,
    'This person has been invited as staff. An owner can create a new link on the Staff page.',
  ])
  const [, token] = /\/ResetPassword\/([\w-]+)/.exec(link ?? '') ?? []
  const password = 'lamp-at-midnight'
  const chosen = await as(undefined).post('/Academy/api/reset-password/', {
    token,
    password,
    confirm_password: password,
  })
  expect(chosen.status).toBe(200)
})

test('withdraws an invitation even if the invited account is busy', async () => {
  const { deps, member, pool, as } = await testAcademy()
  const [thief, owner] = [await member({ role: 'owner' }), await member({ role: 'owner' })]
  await createStaff(deps, {
    username: 'kim',
    email: 'kim@example.com',
    by: { kind: 'member', memberId: thief.id, role: 'owner' },
  })
  const memberId = (await findMemberId(deps.db, 'kim')) ?? ''
  const busy = await pool.connect()
  await busy.query('begin')
  await busy.query('select 1 from members where id = $1 for update', [memberId])
  const ending = as(thief).post('/Academy/api/account/log-out-everywhere/', {})
  await expect.poll(async () => (await pool.query('select 1 from pg_locks where not granted')).rows).not.toEqual([])
  await busy.query('commit')
  busy.release()
  expect((await ending).status).toBe(200)
  await expect(
    renewInvitation(deps, { memberId, by: { kind: 'member', memberId: owner.id, role: 'owner' } }),
  ).rejects.toMatchObject({ code: 'not_found' })
})
