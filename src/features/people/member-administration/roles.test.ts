import { expect, test } from 'vitest'
import type { Staff } from '#shared/policy.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { requestEmailChangeFor } from '#features/people/own-account/own-account.public.ts'
import {
  createStaff,
  renewInvitation,
  lockAccount,
  resetTwoFactor,
  setMemberRole,
  unlockAccount,
} from './member-administration.public.ts'
import { findMemberId } from '#features/people/accounts/accounts.public.ts'
import { hashPassword } from '#features/people/accounts/passwords.public.ts'
import { identify } from '#features/people/accounts/sessions.public.ts'

const asOwner = ({ id: memberId }: Member): Staff => ({ kind: 'member', memberId, role: 'owner' })
const OLD_PASSWORD = 'lamp-at-midnight'
const LAST = 'This is the only owner of the academy. Make someone else an owner first.'

test('lets another owner change a role, ends the sessions, and logs the old and new role', async () => {
  const { deps, member, pool } = await testAcademy()
  const [sam, kim] = [await member({ role: 'owner' }), await member()]
  expect(await setMemberRole(deps, { memberId: kim.id, role: 'support', by: asOwner(sam) })).toEqual({
    before: 'learner',
  })
  expect(await identify(deps, kim.token)).toBeUndefined()
  expect(await identify(deps, sam.token)).toMatchObject({ role: 'owner' })
  await setMemberRole(deps, { memberId: kim.id, role: 'support', by: asOwner(sam) })
  await setMemberRole(deps, { memberId: kim.id, role: 'learner', by: OPERATOR })
  const { rows } = await pool.query(
    `select before, after from audit_events where kind = 'account.role_changed' order by id`,
  )
  expect(rows).toEqual([
    { before: { role: 'learner' }, after: { role: 'support' } },
    { before: { role: 'support' }, after: { role: 'learner' } },
  ])
})

test("rejects role changes by editors, support, and learners, and of one's own role", async () => {
  const { deps, member } = await testAcademy()
  const [sam, kim] = [await member({ role: 'owner' }), await member({ role: 'editor' })]
  for (const role of ['editor', 'support', 'learner'] as const)
    await expect(
      setMemberRole(deps, { memberId: sam.id, role: 'learner', by: { kind: 'member', memberId: kim.id, role } }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  await expect(setMemberRole(deps, { memberId: sam.id, role: 'editor', by: asOwner(sam) })).rejects.toMatchObject({
    code: 'forbidden',
  })
  // His token was issued with the old role; it changed since.
  await expect(setMemberRole(deps, { memberId: sam.id, role: 'editor', by: asOwner(kim) })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('keeps the last owner who can log in, even against the command line', async () => {
  const { deps, member } = await testAcademy()
  const [sam, kim] = [await member({ role: 'owner' }), await member({ role: 'owner' })]
  await lockAccount(deps, { memberId: kim.id, by: OPERATOR })
  const away = () => setMemberRole(deps, { memberId: sam.id, role: 'learner', by: OPERATOR })
  await expect(away()).rejects.toThrow(LAST)
  const other = await member()
  await setMemberRole(deps, { memberId: other.id, role: 'owner', by: OPERATOR })
  expect(await away()).toEqual({ before: 'owner' })
  // Staff rows from before staff roles existed count as owners.
  await deps.db.execute(`update members set staff_role = null where id = '${other.id}'`)
  await expect(setMemberRole(deps, { memberId: other.id, role: 'learner', by: OPERATOR })).rejects.toThrow(LAST)
})

test('keeps the last owner when two owners remove each other at once', async () => {
  const { deps, member, pool } = await testAcademy()
  for (let round = 0; round < 5; round += 1) {
    await pool.query(`update members set role = 'learner', staff_role = null`)
    const [sam, kim] = [await member({ role: 'owner' }), await member({ role: 'owner' })]
    const settled = await Promise.allSettled([
      setMemberRole(deps, { memberId: kim.id, role: 'learner', by: asOwner(sam) }),
      setMemberRole(deps, { memberId: sam.id, role: 'learner', by: asOwner(kim) }),
    ])
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await pool.query(`select 1 from members where role = 'staff'`)
    expect(rows).toHaveLength(1)
  }
})

test('rejects one of two simultaneous commands that make the last two owners learners', async () => {
  const { deps, member } = await testAcademy()
  const owners = [await member({ role: 'owner' }), await member({ role: 'owner' })]
  const settled = await Promise.allSettled(
    owners.map(({ id }) => setMemberRole(deps, { memberId: id, role: 'learner', by: OPERATOR })),
  )
  expect(settled.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { message: LAST } }])
})

test('creates staff with the requested role, and keeps an existing role', async () => {
  const { deps, pool } = await testAcademy()
  const kim = { username: 'kim', email: 'kim@example.com', by: OPERATOR }
  await createStaff(deps, { ...kim, role: 'support' })
  await createStaff(deps, { ...kim, role: 'owner' })
  const { rows } = await pool.query('select role, staff_role from members')
  expect(rows).toEqual([{ role: 'staff', staff_role: 'support' }])
})

test('cancels an email change requested by support when either role changes or support is locked', async () => {
  const { deps, member, as, runJobs, mailbox, pool, setTime } = await testAcademy()
  const owner = asOwner(await member({ role: 'owner' }))
  const endings: ((ids: {
    memberId: string
    support: string
    names: { username: string; email: string }
  }) => unknown)[] = [
    ({ memberId }) => setMemberRole(deps, { memberId, role: 'owner', by: owner }),
    ({ names }) => createStaff(deps, { ...names, role: 'owner', by: owner }),
    ({ support }) => setMemberRole(deps, { memberId: support, role: 'learner', by: owner }),
    ({ support }) => lockAccount(deps, { memberId: support, by: owner }),
  ]
  for (const [index, end] of endings.entries()) {
    const [learner, support] = [await member(), await member({ role: 'support' })]
    const mine = `mine-${index}@example.com`
    const by: Staff = { kind: 'member', memberId: support.id, role: 'support' }
    const start = Date.now()
    await requestEmailChangeFor(deps, { memberId: learner.id, email: mine, by })
    setTime(new Date(start + 73 * 60 * 60_000))
    await pool.query('update pgboss.job set start_after = now()')
    await runJobs()
    const text = (await mailbox()).find(({ to }) => to === mine)?.text ?? ''
    const [, token] = /\/ConfirmEmail\/([\w-]+)/.exec(text) ?? []
    const names = (await pool.query('select username, email from members where id = $1', [learner.id])).rows[0]
    await end({ memberId: learner.id, support: support.id, names })
    expect(token).toBeDefined()
    const confirmed = await as(undefined).post('/Academy/api/confirm-email/', { token })
    expect([index, confirmed.status]).toEqual([index, 400])
    const { rows } = await pool.query('select email from members where id = $1', [learner.id])
    expect(rows).toEqual([{ email: names.email }])
  }
})

test('does not let a stranger who registered with the email use their password on the account that becomes staff', async () => {
  const { deps, as, member, runJobs, mailbox } = await testAcademy()
  const visitor = as(undefined)
  const owner = asOwner(await member({ role: 'owner' }))
  const password = 'lamp-at-midnight'
  const makings = [
    ({ username, email }: { username: string; email: string }) =>
      createStaff(deps, { username, email, role: 'owner', by: owner }),
    async ({ memberId }: { memberId: string }) => {
      await setMemberRole(deps, { memberId, role: 'owner', by: owner })
      return renewInvitation(deps, { memberId, by: owner })
    },
  ]
  for (const [index, make] of makings.entries()) {
    const [username, email] = [`kim-${index}`, `kim-${index}@example.com`]
    const names = { first_name: 'Kim', last_name: 'Lee', username, email }
    await visitor.post('/Academy/api/register/', { ...names, password, confirm_password: password })
    const memberId = (await findMemberId(deps.db, username)) ?? ''
    const { link } = await make({ username, email, memberId })
    await visitor.post(`/Academy/api/resend-verification/${email}`, {})
    await runJobs()
    const [, verification] =
      /\/VerifyEmail\/([\w-]+)/.exec((await mailbox()).find(({ to }) => to === email)?.text ?? '') ?? []
    expect((await visitor.post('/Academy/api/verify-email/', { token: verification })).status).toBe(200)
    const byStranger = await visitor.post('/Academy/api/login/', { username, password })
    expect([index, byStranger.status]).toEqual([index, 400])
    const [, token] = /\/ResetPassword\/([\w-]+)/.exec(link ?? '') ?? []
    const own = 'a-lamp-of-my-own'
    await visitor.post('/Academy/api/reset-password/', { token, password: own, confirm_password: own })
    expect((await visitor.post('/Academy/api/login/', { username, password: own })).status).toBe(200)
  }
})

test("cancels an invitation when its creator's role changes", async () => {
  const { deps, member, as } = await testAcademy()
  const sam = await member({ role: 'owner' })
  await member({ role: 'owner' })
  const { link = '' } = await createStaff(deps, { username: 'kim', email: 'kim@example.com', by: asOwner(sam) })
  const [, token] = /\/ResetPassword\/([\w-]+)/.exec(link) ?? []
  await setMemberRole(deps, { memberId: sam.id, role: 'editor', by: OPERATOR })
  const password = 'lamp-at-midnight'
  const chosen = await as(undefined).post('/Academy/api/reset-password/', {
    token,
    password,
    confirm_password: password,
  })
  expect(chosen.status).toBe(400)
})

test('ends the invitations and email changes that a member requested for others, for good', async () => {
  const { deps, member, as, pool, runJobs, mailbox } = await testAcademy()
  const by = asOwner(await member({ role: 'owner' }))
  const password = 'a-lamp-of-my-own'
  const passwordHash = await hashPassword(OLD_PASSWORD, '127.0.0.1')
  const choose = (link = '') =>
    as(undefined).post('/Academy/api/reset-password/', {
      token: /\/ResetPassword\/([\w-]+)/.exec(link)?.[1],
      password,
      confirm_password: password,
    })
  const endings: ((inviter: Member) => Promise<unknown>)[] = [
    async ({ id: memberId }) => {
      await lockAccount(deps, { memberId, by })
      await unlockAccount(deps, { memberId, by })
    },
    async ({ id: memberId }) => {
      await setMemberRole(deps, { memberId, role: 'editor', by })
      await setMemberRole(deps, { memberId, role: 'owner', by })
    },
    async ({ id: memberId }) => {
      await pool.query(
        `insert into passkeys (id, member_id, public_key, counter, transports, name, created_at)
          values ('k', $1, 'pQ', 0, '{}', 'phone', now())`,
        [memberId],
      )
      await resetTwoFactor(deps, { memberId, by })
    },
    (inviter) => {
      const change = { current_password: OLD_PASSWORD, password, confirm_password: password }
      return as(inviter).post('/Academy/api/account/password/', change)
    },
    async ({ email }) => {
      await as(undefined).post('/Academy/api/forgot-password/', { email })
      await runJobs()
      return choose((await mailbox()).findLast(({ to }) => to === email)?.text)
    },
  ]
  for (const [index, end] of endings.entries()) {
    const [sam, learner] = [await member({ role: 'owner' }), await member()]
    await pool.query('update members set password_hash = $2 where id = $1', [sam.id, passwordHash])
    const kim = { username: `kim-${index}`, email: `kim-${index}@example.com` }
    const { link } = await createStaff(deps, { ...kim, by: asOwner(sam) })
    await requestEmailChangeFor(deps, { memberId: learner.id, email: `new-${kim.email}`, by: asOwner(sam) })
    const isPending = async () =>
      (await pool.query('select 1 from account_tokens where asked_by = $1 and used_at is null', [sam.id])).rows.length
    expect(await isPending()).toBe(2)
    await end(sam)
    expect([index, await isPending()]).toEqual([index, 0])
    expect([index, await choose(link)]).toMatchObject([
      index,
      { status: 400, body: { message: 'This link has expired. Ask an owner of the academy to invite you again.' } },
    ])
    const again = await renewInvitation(deps, { memberId: (await findMemberId(deps.db, kim.username)) ?? '', by })
    expect((await choose(again.link)).status).toBe(200)
  }
})

test('refuses an invitation whose inviter loses the session meanwhile', async () => {
  const { deps, member, pool } = await testAcademy()
  const sam = await member({ role: 'owner' })
  const client = await pool.connect()
  await client.query('begin')
  await client.query('update members set access_version = access_version + 1 where id = $1', [sam.id])
  const kim = { username: 'kim', email: 'kim@example.com' }
  const inviting = createStaff(deps, { ...kim, by: { ...asOwner(sam), sessionId: sam.sessionId } as Staff })
  const settled = Promise.allSettled([inviting])
  await expect
    .poll(async () => (await pool.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`)).rows.length)
    .toBe(1)
  await client.query('delete from sessions where member_id = $1', [sam.id])
  await client.query('commit')
  client.release()
  expect(await settled).toMatchObject([{ status: 'rejected', reason: { code: 'forbidden' } }])
  expect(await findMemberId(deps.db, 'kim')).toBeUndefined()
})

test('ends all access to an account on a role change, a lock, and a factor reset', async () => {
  const { deps, member, pool, runJobs, mailbox, as } = await testAcademy()
  const by = OPERATOR
  const waysIn = async (id: string) => {
    const { rows } = await pool.query(
      `select (select count(*) from sessions where member_id = $1)
        + (select count(*) from account_tokens where member_id = $1 and used_at is null)
        + (select count(*) from email_changes where member_id = $1) + (select count(*) from session_links where member_id = $1)
        + (select count(*) from passkey_challenges where member_id = $1)
        + (select count(*) from second_factors where member_id = $1 and confirmed_at is null) as many`,
      [id],
    )
    return Number(rows[0].many)
  }
  const endings: ((memberId: string) => unknown)[] = [
    (memberId) => setMemberRole(deps, { memberId, role: 'owner', by }),
    (memberId) => setMemberRole(deps, { memberId, role: 'learner', by }),
    (memberId) => lockAccount(deps, { memberId, by }),
    (memberId) => resetTwoFactor(deps, { memberId, by }),
  ]
  for (const [index, end] of endings.entries()) {
    const { id } = await member({ role: index === 1 ? 'editor' : 'learner' })
    const soon = `now() + interval '1 day'`
    await pool.query(
      `with a as (insert into account_tokens (token_hash, member_id, purpose, expires_at, data)
          select purpose || $1, $1::uuid, purpose::account_token_purpose, ${soon}, '{"newEmail": "", "network": "", "agent": ""}'
          from unnest('{verify_email,reset_password,second_factor,change_email,end_session}'::text[]) purpose),
        d as (insert into passkey_challenges (challenge, purpose, member_id, expires_at) values ('p' || $1, 'confirm', $1::uuid, ${soon})),
        e as (insert into passkeys (id, member_id, public_key, counter, transports, name, created_at)
          values ('k' || $1, $1::uuid, 'pQ', 0, '{}', 'phone', now()))
        insert into second_factors (member_id, sealed_secret, created_at) values ($1::uuid, 'x', now())`,
      [id],
    )
    expect([index, await waysIn(id)]).toEqual([index, 10])
    // Its email is still queued.
    const { rows } = await pool.query('select email from members where id = $1', [id])
    await as(undefined).post('/Academy/api/forgot-password/', { email: rows[0].email })
    await end(id)
    expect([index, await waysIn(id)]).toEqual([index, 0])
    await runJobs()
    const texts = (await mailbox()).filter(({ to }) => to === rows[0].email).map(({ text }) => text)
    expect([index, texts.filter((text) => text.includes('/ResetPassword/'))]).toEqual([index, []])
  }
})

test('lets only the command line lock the last owner, and keeps one of two owners who lock each other at once', async () => {
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
  // Una never verified her address, so she is not an active owner.
  const last = rows[0]?.id ?? ''
  await expect(lockAccount(deps, { memberId: last, by: asOwner(una) })).rejects.toThrow(LAST)
  await expect(setMemberRole(deps, { memberId: last, role: 'learner', by: OPERATOR })).rejects.toThrow(LAST)
  await lockAccount(deps, { memberId: last, by: OPERATOR })
})

test('lets support lock and unlock learners but no staff', async () => {
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
