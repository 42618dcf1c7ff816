import { expect, test } from 'vitest'
import type { Staff } from '#shared/policy.ts'
import { testAcademy } from '../../../test/harness/academy.ts'
import { OPERATOR } from '../../../test/harness/audit.ts'
import type { Member } from '../../../test/harness/builders.ts'
import { createStaff, identify, lockAccount, setRoleOf, unlockAccount } from './accounts.public.ts'

const asOwner = ({ id: memberId }: Member): Staff => ({ kind: 'member', memberId, role: 'owner' })
const LAST = 'This is the last owner of the academy. Make somebody else an owner first.'

test('a role is changed by another owner; sessions end, and the log has what was and what is', async () => {
  const { deps, member, pool } = await testAcademy()
  const [sam, kim] = [await member({ role: 'owner' }), await member()]
  expect(await setRoleOf(deps, { memberId: kim.id, role: 'support', by: asOwner(sam) })).toEqual({ before: 'learner' })
  expect(await identify(deps, kim.token)).toBeUndefined()
  expect(await identify(deps, sam.token)).toMatchObject({ role: 'owner' })
  await setRoleOf(deps, { memberId: kim.id, role: 'support', by: asOwner(sam) })
  await setRoleOf(deps, { memberId: kim.id, role: 'learner', by: OPERATOR })
  const { rows } = await pool.query(
    `select before, after from audit_events where kind = 'account.role_changed' order by id`,
  )
  expect(rows).toEqual([
    { before: { role: 'learner' }, after: { role: 'support' } },
    { before: { role: 'support' }, after: { role: 'learner' } },
  ])
})

test('editors, support and learners change nobody, and nobody changes himself', async () => {
  const { deps, member } = await testAcademy()
  const [sam, kim] = [await member({ role: 'owner' }), await member({ role: 'editor' })]
  for (const role of ['editor', 'support', 'learner'] as const)
    await expect(
      setRoleOf(deps, { memberId: sam.id, role: 'learner', by: { kind: 'member', memberId: kim.id, role } }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  await expect(setRoleOf(deps, { memberId: sam.id, role: 'editor', by: asOwner(sam) })).rejects.toMatchObject({
    code: 'forbidden',
  })
  // His token told so when he came; he was made something else meanwhile.
  await expect(setRoleOf(deps, { memberId: sam.id, role: 'editor', by: asOwner(kim) })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('the last owner who can enter stays one, by whomever', async () => {
  const { deps, member } = await testAcademy()
  const [sam, kim] = [await member({ role: 'owner' }), await member({ role: 'owner' })]
  await lockAccount(deps, { memberId: kim.id, by: OPERATOR })
  const away = () => setRoleOf(deps, { memberId: sam.id, role: 'learner', by: OPERATOR })
  await expect(away()).rejects.toThrow(LAST)
  const other = await member()
  await setRoleOf(deps, { memberId: other.id, role: 'owner', by: OPERATOR })
  expect(await away()).toEqual({ before: 'owner' })
  // Staff of before there were kinds of staff is an owner.
  await deps.db.execute(`update members set staff_role = null where id = '${other.id}'`)
  await expect(setRoleOf(deps, { memberId: other.id, role: 'learner', by: OPERATOR })).rejects.toThrow(LAST)
})

test('of two owners who remove each other at once one stays', async () => {
  const { deps, member, pool } = await testAcademy()
  for (let round = 0; round < 5; round += 1) {
    await pool.query(`update members set role = 'learner', staff_role = null`)
    const [sam, kim] = [await member({ role: 'owner' }), await member({ role: 'owner' })]
    const settled = await Promise.allSettled([
      setRoleOf(deps, { memberId: kim.id, role: 'learner', by: asOwner(sam) }),
      setRoleOf(deps, { memberId: sam.id, role: 'learner', by: asOwner(kim) }),
    ])
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await pool.query(`select 1 from members where role = 'staff'`)
    expect(rows).toHaveLength(1)
  }
})

test('of two commands at once that make the last two owners learners one is refused', async () => {
  const { deps, member } = await testAcademy()
  const owners = [await member({ role: 'owner' }), await member({ role: 'owner' })]
  const settled = await Promise.allSettled(
    owners.map(({ id }) => setRoleOf(deps, { memberId: id, role: 'learner', by: OPERATOR })),
  )
  expect(settled.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { message: LAST } }])
})

test('staff is made with the role that was asked for, and keeps the one it has', async () => {
  const { deps, pool } = await testAcademy()
  const kim = { username: 'kim', email: 'kim@example.com', by: OPERATOR }
  await createStaff(deps, { ...kim, role: 'support' })
  await createStaff(deps, { ...kim, role: 'owner' })
  const { rows } = await pool.query('select role, staff_role from members')
  expect(rows).toEqual([{ role: 'staff', staff_role: 'support' }])
})

test('the last owner who can enter is locked by the command line alone; of two who lock each other at once one stays', async () => {
  const { deps, member, pool } = await testAcademy()
  const [sam, kim, una] = [
    await member({ role: 'owner' }),
    await member({ role: 'owner' }),
    await member({ role: 'owner', isVerified: false }),
  ]
  const settled = await Promise.allSettled([
    lockAccount(deps, { memberId: kim.id, by: asOwner(sam) }),
    lockAccount(deps, { memberId: sam.id, by: asOwner(kim) }),
  ])
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await pool.query<{ id: string }>(
    `select id from members where locked_at is null and email_verified_at is not null`,
  )
  // Una never verified her address: she is no owner to count on.
  const last = rows[0]?.id ?? ''
  await expect(lockAccount(deps, { memberId: last, by: asOwner(una) })).rejects.toThrow(LAST)
  await expect(setRoleOf(deps, { memberId: last, role: 'learner', by: OPERATOR })).rejects.toThrow(LAST)
  await lockAccount(deps, { memberId: last, by: OPERATOR })
})

test('support locks and unlocks learners, and none of the staff', async () => {
  const { deps, member } = await testAcademy()
  await member({ role: 'owner' })
  const [kim, sam, nora] = [await member({ role: 'support' }), await member({ role: 'owner' }), await member()]
  const by: Staff = { kind: 'member', memberId: kim.id, role: 'support' }
  await lockAccount(deps, { memberId: nora.id, by })
  await unlockAccount(deps, { memberId: nora.id, by })
  await expect(lockAccount(deps, { memberId: sam.id, by })).rejects.toThrow('Only an owner')
  await lockAccount(deps, { memberId: sam.id, by: OPERATOR })
  await expect(unlockAccount(deps, { memberId: sam.id, by })).rejects.toThrow('Only an owner')
})
