import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { setMemberRole } from '#features/people/member-administration/member-administration.public.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'

const STAFF = '/Academy/api/studio/staff/'
const CHOSEN = 'lamp-at-midnight-1854'

async function academyWithOwner() {
  const academy = await testAcademy()
  const owner = await academy.member({ role: 'owner' })
  return { ...academy, ownerMember: owner, owner: academy.as(owner) }
}

const parseToken = (link: string) => /\/ResetPassword\/([\w-]+)\?next=%2FStudio%2F$/.exec(link)?.[1] ?? ''

test('invites a staff member by a link that works once, and replaces it with another until they have logged in', async () => {
  const { owner, as, pool, runJobs, mailbox } = await academyWithOwner()
  const visitor = as(undefined)
  const invited = await owner.post(`${STAFF}invite/`, { username: 'kim', email: 'kim@example.com', role: 'support' })
  expect(invited.status).toBe(200)
  const kim = (await owner.get(STAFF)).body.staff.find(({ username }: { username: string }) => username === 'kim')
  expect(kim).toMatchObject({ role: 'support', has_come: false, has_factor: false, last_seen: null, is_you: false })
  const again = await owner.post(`${STAFF}${kim.id}/invite/`, {})
  const choose = (link: string) =>
    visitor.post('/Academy/api/reset-password/', {
      token: parseToken(link),
      password: CHOSEN,
      confirm_password: CHOSEN,
    })
  expect((await choose(invited.body.link)).status).toBe(400)
  const tried = await Promise.all([choose(again.body.link), choose(again.body.link)])
  expect(tried.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  expect((await visitor.post('/Academy/api/login/', { username: 'kim', password: CHOSEN })).status).toBe(200)
  expect((await owner.get(STAFF)).body.staff).toContainEqual(expect.objectContaining({ id: kim.id, has_come: true }))
  // From then on, no one else can create a link to the account.
  expect((await owner.post(`${STAFF}${kim.id}/invite/`, {})).status).toBe(400)
  expect(await readEventKinds(pool)).toEqual([
    'account.made_staff',
    'account.invited_again',
    'password.changed',
    'account.role_changed',
    'login.new_place',
  ])
  // The invitation emails, which had not been sent before the link was used, are no longer sent. A first password isn’t
  // a changed one.
  await runJobs()
  expect((await mailbox()).filter(({ subject }) => /invit|password/i.test(subject))).toEqual([])
})

test('emails the invitation to an address without a username, unless the inviter can’t invite anymore', async () => {
  const { owner, ownerMember, member, deps, runJobs, mailbox, pool } = await academyWithOwner()
  await member({ role: 'owner' })
  const { body } = await owner.post(`${STAFF}invite/`, { email: 'Kim@Example.com', role: 'support' })
  expect(body.message).toContain('We’re emailing this link to Kim@Example.com.')
  const { staff } = (await owner.get(STAFF)).body
  expect(staff).toContainEqual(expect.objectContaining({ username: 'Kim', has_come: false, role: 'support' }))
  await runJobs()
  const [email] = await mailbox()
  expect(email).toMatchObject({ to: 'Kim@Example.com', subject: expect.stringContaining('invited to join the staff') })
  expect(email?.text).toContain(body.link)
  // The same email again renews the invitation of the same account.
  const again = await owner.post(`${STAFF}invite/`, { email: 'kim@example.com', role: 'support' })
  expect(again.body.link).not.toBe(body.link)
  await runJobs()
  expect((await mailbox())[0]?.text).toContain(again.body.link)

  expect((await owner.post(`${STAFF}invite/`, { email: 'x'.repeat(300), role: 'support' })).body.fields).toEqual({
    email: [expect.any(String)],
  })
  await owner.post(`${STAFF}invite/`, { email: 'eve@example.com', role: 'owner' })
  await setMemberRole(deps, { memberId: ownerMember.id, role: 'support', by: OPERATOR })
  const sent = (await mailbox()).length
  await runJobs()
  expect((await mailbox()).slice(sent)).toEqual([])
  expect(await readEventKinds(pool)).toContain('account.made_staff')
})

test('keeps a link valid for three days and reports invalid input on its field', async () => {
  const { owner, as, setTime, deps, member } = await academyWithOwner()
  const visitor = as(undefined)
  const { body } = await owner.post(`${STAFF}invite/`, { username: 'kim', email: 'kim@example.com', role: 'editor' })
  const nora = await member()
  for (const [typed, field] of [
    [{ username: 'k', email: 'k@example.com', role: 'editor' }, 'username'],
    [{ username: 'kimberly', email: 'nowhere', role: 'editor' }, 'email'],
    [{ username: 'kimberly', email: nora.email, role: 'editor' }, 'email'],
    [{ username: nora.username, email: 'other@example.com', role: 'editor' }, 'username'],
    [{ username: 'kimberly', email: 'other@example.com', role: 'king' }, 'role'],
  ] as const) {
    const { status, body: refused } = await owner.post(`${STAFF}invite/`, typed)
    expect([typed, status, Object.keys(refused.fields ?? {})]).toEqual([typed, 400, [field]])
  }
  // A member with both this username and this email becomes staff at once.
  const both = { username: nora.username, email: nora.email, role: 'support' }
  expect((await owner.post(`${STAFF}invite/`, both)).body).toMatchObject({ link: null })
  setTime(new Date(deps.now().getTime() + 3 * 24 * 60 * 60_000 + 1_000))
  const late = { token: parseToken(body.link), password: CHOSEN, confirm_password: CHOSEN }
  expect((await visitor.post('/Academy/api/reset-password/', late)).status).toBe(400)
})

test('lets another owner with a recently confirmed identity change roles, and refuses to remove the last owner, even in two simultaneous requests', async () => {
  const { owner, ownerMember, as, member, pool } = await academyWithOwner()
  const kim = await member({ role: 'owner' })
  const demote = (by: typeof owner, id: string) => by.post(`${STAFF}${id}/role/`, { role: 'learner' })
  await pool.query(`update sessions set confirmed_at = confirmed_at - interval '11 minutes'`)
  expect((await demote(owner, kim.id)).body.code).toBe('confirm_identity')
  await pool.query(`update sessions set confirmed_at = confirmed_at + interval '11 minutes'`)
  const tried = await Promise.all([demote(owner, kim.id), demote(as(kim), ownerMember.id)])
  expect(tried.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await pool.query(`select id from members where role = 'staff'`)
  expect(rows).toHaveLength(1)
  const last = rows[0].id === kim.id ? kim : ownerMember
  expect((await demote(as(last), last.id)).status).not.toBe(200)
})

test("lists staff in two statements besides the session's, without learners", async () => {
  const { owner, member } = await academyWithOwner()
  for (let n = 0; n < 5; n += 1) await member({ role: 'editor' })
  await member()
  const statements = await recordStatements(async () => void (await owner.get(STAFF)))
  expect(statements.length).toBeLessThanOrEqual(4)
  const { staff } = (await owner.get(STAFF)).body
  expect(staff).toHaveLength(6)
  expect(staff.filter(({ is_you: isYou }: { is_you: boolean }) => isYou)).toHaveLength(1)
})
