import { describe, expect, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '#db/migrate.ts'
import { openDatabase } from '#db/open-database.ts'
import type { Staff } from '#shared/policy.ts'
import { type TestAcademy, testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { emptyDatabase } from '../../../../test/harness/database.ts'
import { endSessionsByStaff, requestEmailChangeFor } from '#features/people/own-account/own-account.public.ts'
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
import { createEmailedLink, hashToken } from '#features/people/accounts/emailed-links.public.ts'
import { identify, startSession } from '#features/people/accounts/sessions.public.ts'

const asOwner = ({ id: memberId }: Member): Staff => ({ kind: 'member', memberId, role: 'owner' })
const OLD_PASSWORD = 'lamp-at-midnight'
const LAST = 'This is the only owner of the academy. Make someone else an owner first.'

test('lets another owner change a role, ends the sessions, and logs the old and new role', async () => {
  const { deps, member, pool } = await testAcademy()
  const [sam, kim] = [await member({ role: 'owner' }), await member()]
  expect(await setMemberRole(deps, { memberId: kim.id, role: 'support', by: asOwner(sam) })).toMatchObject({
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
  // Kim's session was started with the owner role, which Kim has lost since then.
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
  expect(await away()).toMatchObject({ before: 'owner' })
  // Staff whose row is older than staff roles are owners.
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

test('invites staff with the role requested last, and keeps an existing role', async () => {
  const { deps, pool, as } = await testAcademy()
  const kim = { username: 'kim', email: 'kim@example.com', by: OPERATOR }
  await createStaff(deps, { ...kim, role: 'support' })
  const select = 'select role, staff_role, invited_role from members'
  expect((await pool.query(select)).rows).toEqual([{ role: 'learner', staff_role: null, invited_role: 'support' }])
  const { link } = await createStaff(deps, { ...kim, role: 'editor' })
  const [, token] = /\/ResetPassword\/([\w-]+)/.exec(link ?? '') ?? []
  const chosen = { token, password: OLD_PASSWORD, confirm_password: OLD_PASSWORD }
  expect((await as(undefined).post('/Academy/api/reset-password/', chosen)).status).toBe(200)
  await createStaff(deps, { ...kim, role: 'owner' })
  expect((await pool.query(select)).rows).toEqual([{ role: 'staff', staff_role: 'editor', invited_role: null }])
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
    async ({ username, email, memberId }: { username: string; email: string; memberId: string }) => {
      await expect(setMemberRole(deps, { memberId, role: 'owner', by: owner })).rejects.toThrow('verified')
      await createStaff(deps, { username, email, role: 'owner', by: owner })
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
    const [, verification] = /\/VerifyEmail\/([\w-]+)/.exec((await mailbox()).map(({ text }) => text).join('\n')) ?? []
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

const GONE = '00000000-0000-4000-8000-000000000000'

/** Returns the ways in which an inviter's access can end. The owner `by` ends it. */
function endings({ deps, as, pool, runJobs, mailbox }: TestAcademy, by: Staff, password: string) {
  const choose = (link = '') =>
    as(undefined).post('/Academy/api/reset-password/', {
      token: /\/ResetPassword\/([\w-]+)/.exec(link)?.[1],
      password,
      confirm_password: password,
    })
  /** Chooses a password by “Forgot password”. Returns undefined if no link is emailed. */
  const reset = async (email: string) => {
    await as(undefined).post('/Academy/api/forgot-password/', { email })
    await runJobs()
    const mail = (await mailbox()).findLast(({ to, text }) => to === email && text.includes('/ResetPassword/'))
    return mail && choose(mail.text)
  }
  const ways: ((inviter: Member) => Promise<unknown>)[] = [
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
    ({ email }) => reset(email),
    (inviter) => as(inviter).post('/Academy/api/account/log-out-everywhere/', {}),
    async (inviter) => {
      const id = (
        await pool.query('select id from sessions where member_id = $1 and id <> $2', [inviter.id, inviter.sessionId])
      ).rows[0].id
      return as(inviter).post(`/Academy/api/account/sessions/${id}/end/`, {})
    },
    ({ id: memberId }) => endSessionsByStaff(deps, { memberId, by }),
    // The intruder has already logged out of this session.
    (inviter) => as(inviter).post(`/Academy/api/account/sessions/${GONE}/end/`, {}),
    ({ id: memberId }) => endSessionsByStaff(deps, { memberId, sessionId: GONE, by }).catch(() => {}),
    async ({ id: memberId }) => {
      await pool.query('delete from sessions where member_id = $1', [memberId])
      expect(await endSessionsByStaff(deps, { memberId, by })).toBe(0)
    },
    async ({ id: memberId }) => {
      const link = { purpose: 'end_session', memberId, data: { network: '', agent: '' } } as const
      const { address } = await createEmailedLink(deps, deps.db, link)
      return as(undefined).post('/Academy/api/end-session/', { token: address.split('/').at(-1) })
    },
  ]
  return { ways, choose, reset }
}

test('ends the invitations and email changes that a member requested for others, for good', async () => {
  const academy = await testAcademy()
  const { deps, member, pool } = academy
  const by = asOwner(await member({ role: 'owner' }))
  const password = 'a-lamp-of-my-own'
  const passwordHash = await hashPassword(OLD_PASSWORD, '127.0.0.1')
  const { ways, choose, reset } = endings(academy, by, password)
  for (const [index, end] of ways.entries()) {
    const [sam, learner] = [await member({ role: 'owner' }), await member()]
    await startSession(deps, { memberId: sam.id, agent: 'thief' })
    await pool.query('update members set password_hash = $2 where id = $1', [sam.id, passwordHash])
    const [kim, eve, pam, lou] = (['kim', 'eve', 'pam', 'lou'] as const).map((name) => ({
      username: `${name}-${index}`,
      email: `${name}-${index}@example.com`,
    }))
    if (!kim || !eve || !pam || !lou) throw new Error('no names')
    // One link has been used, and the intruder changes the role in another owner's invitation.
    await createStaff(deps, { ...pam, by: asOwner(sam) })
    const pamId = (await findMemberId(deps.db, pam.username)) ?? ''
    await pool.query('update account_tokens set used_at = now(), data = null where member_id = $1', [pamId])
    await createStaff(deps, { ...lou, role: 'editor', by })
    const louId = (await findMemberId(deps.db, lou.username)) ?? ''
    await setMemberRole(deps, { memberId: louId, role: 'owner', by: asOwner(sam) })
    const { link } = await createStaff(deps, { ...kim, by: asOwner(sam) })
    await createStaff(deps, { ...eve, by: asOwner(sam) })
    await requestEmailChangeFor(deps, { memberId: learner.id, email: `new-${kim.email}`, by: asOwner(sam) })
    const isPending = async () =>
      (await pool.query('select 1 from account_tokens where asked_by = $1 and used_at is null', [sam.id])).rows.length
    expect(await isPending()).toBe(3)
    await end(sam)
    expect([index, await isPending()]).toEqual([index, 0])
    expect([index, await choose(link)]).toMatchObject([
      index,
      { status: 400, body: { message: 'This link has expired. Ask an owner of the academy to invite you again.' } },
    ])
    // No other owner can renew an invitation that an intruder requested.
    const kimId = (await findMemberId(deps.db, kim.username)) ?? ''
    for (const memberId of [kimId, pamId, louId])
      await expect(renewInvitation(deps, { memberId, by })).rejects.toMatchObject({ code: 'not_found' })
    const again = await createStaff(deps, { ...kim, by })
    expect((await choose(again.link)).status).toBe(200)
    await reset(eve.email)
    const { rows } = await pool.query(`select username from members where role = 'staff' and username in ($1, $2)`, [
      kim.username,
      eve.username,
    ])
    expect([index, rows]).toEqual([index, [{ username: kim.username }]])
  }
})

test('gives the role of an invitation only while it is valid, whatever else opens the account', async () => {
  const academy = await testAcademy()
  const { deps, member, pool, setTime, as } = academy
  const owner = await member({ role: 'owner' })
  const { choose, reset } = endings(academy, asOwner(owner), 'a-lamp-of-my-own')
  const kim = { username: 'kim', email: 'kim@example.com' }
  const { link } = await createStaff(deps, { ...kim, role: 'support', by: asOwner(owner) })
  const getRole = async () => (await pool.query(`select role from members where username = 'kim'`)).rows[0].role
  const readList = async () =>
    (await as(owner).get('/Academy/api/studio/staff/')).body.staff.find(
      ({ username }: { username: string }) => username === 'kim',
    )
  setTime(new Date(deps.now().getTime() + 3 * 24 * 60 * 60_000 + 1_000))
  expect([(await choose(link)).status, await getRole()]).toEqual([400, 'learner'])
  expect(await readList()).toMatchObject({ role: 'support', has_come: false })
  expect([(await reset(kim.email))?.status, await getRole()]).toEqual([200, 'learner'])
  // By now, the mailbox is verified, but it may be anyone's.
  await pool.query(`update members set email = 'other@example.com' where username = 'kim'`)
  const id = (await findMemberId(deps.db, 'kim')) ?? ''
  const again = await renewInvitation(deps, { memberId: id, by: asOwner(owner) })
  expect([await getRole(), await readList()]).toMatchObject(['learner', { role: 'support', has_come: false }])
  expect([(await choose(again.link)).status, await getRole()]).toEqual([200, 'staff'])
})

describe('an invitation by an earlier version', () => {
  /**
   * Inserts an account as an earlier version created it: staff from the start, with a link that is valid for three
   * days.
   */
  const INVITED = `with kim as (insert into members (username, email, password_hash, role, staff_role, email_verified_at)
      values ('kim', 'kim@example.com', 'none was chosen', 'staff', 'support', now()) returning id)
    insert into account_tokens (token_hash, member_id, purpose, created_at, expires_at)
      select $1, id, 'reset_password', now(), now() + interval '3 days' from kim`

  test('becomes one that gives the role when it is accepted; others keep their roles', async () => {
    const url = await emptyDatabase()
    await migrateDatabase(url, { count: 78 })
    const { pool, close } = openDatabase(url, () => {})
    onTestFinished(close)
    await pool.query(INVITED, ['hash'])
    await pool.query(`with staff as (insert into members (username, email, password_hash, role, email_verified_at)
        select name, name || '@example.com', 'scrypt', 'staff', now() from unnest('{late,sam,una}'::text[]) name returning id, username)
      insert into audit_events (at, kind, actor, member_id)
        select now(), kind, 'visitor', id from staff join (values
          ('late', 'account.made_staff'), ('sam', 'account.made_staff'), ('sam', 'password.changed')) e (name, kind)
        on name = username`)
    await migrateDatabase(url)
    const { rows } = await pool.query(
      `select username, role, invited_role, email_verified_at is not null as verified, data from members m
        left join account_tokens t on t.member_id = m.id order by username`,
    )
    expect(rows).toEqual([
      { username: 'kim', role: 'learner', invited_role: 'support', verified: false, data: { role: 'support' } },
      { username: 'late', role: 'learner', invited_role: 'owner', verified: false, data: null },
      { username: 'sam', role: 'staff', invited_role: null, verified: true, data: null },
      { username: 'una', role: 'staff', invited_role: null, verified: true, data: null },
    ])
  })

  test('gives no role before it is accepted, either, while that version serves too', async () => {
    const academy = await testAcademy()
    const { pool, deps, member } = academy
    const { choose, reset } = endings(academy, asOwner(await member({ role: 'owner' })), 'a-lamp-of-my-own')
    const getRole = async () =>
      (await pool.query(`select role, staff_role, invited_role from members where username = 'kim'`)).rows[0]
    const ways = { support: () => choose('/ResetPassword/token'), learner: () => reset('kim@example.com') }
    for (const [role, open] of Object.entries(ways)) {
      await pool.query(INVITED, [hashToken('token')])
      expect(await getRole()).toEqual({ role: 'learner', staff_role: null, invited_role: 'support' })
      expect((await open())?.status).toBe(200)
      const { staff_role: staffRole } = await getRole()
      expect(staffRole ?? 'learner').toBe(role)
      await pool.query(`delete from members where username = 'kim'`)
    }
    // The previous version also gave a role to accounts that no one had verified.
    const nora = await member({ isVerified: false })
    await pool.query(`update members set role = 'staff', staff_role = 'editor' where id = $1`, [nora.id])
    expect(await renewInvitation(deps, { memberId: nora.id, by: OPERATOR })).toMatchObject({ link: expect.any(String) })
  })
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
    // Requests a link whose email is still queued when the access ends.
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
