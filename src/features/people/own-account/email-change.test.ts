import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '#db/migrate.ts'
import { openDatabase } from '#db/open-database.ts'
import { members } from '#db/tables/members.ts'
import { createAcademyWithNora } from '../../../../test/harness/password-member.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { emptyDatabase } from '../../../../test/harness/database.ts'
import { findToken } from '#features/people/accounts/emailed-links.public.ts'
import { requestEmailChangeFor } from './email-change.service.ts'
import { lockAccount } from '#features/people/member-administration/member-administration.public.ts'
import type { AcademyOfNora } from '../../../../test/harness/password-member.ts'

const CHANGE = '/Academy/api/account/email/'
const CONFIRM = '/Academy/api/confirm-email/'
const NEW = 'nora@hospital.example.com'
const DEAD_LINK = { status: 400, body: { code: 'invalid' } }
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const emails = async ({ db }: AcademyOfNora) =>
  (await db.select({ email: members.email }).from(members)).map(({ email }) => email).toSorted()
/** Returns the token in the newest link for an email change. */
const link = async (nora: AcademyOfNora) =>
  (await nora.mails()).findLast(({ text }) => text.includes('/ConfirmEmail/'))?.token ?? ''

test('changes the address through the link, notifies both addresses, and logs both as personal values', async () => {
  const nora = await createAcademyWithNora()
  const here = await nora.enter()
  expect(await here.post(CHANGE, { email: ` ${NEW} ` })).toMatchObject({ status: 200 })
  expect((await here.get('/Academy/api/account/')).body).toMatchObject({ email: 'nora@example.com', new_email: NEW })
  const asked = await nora.mails()
  expect(asked.map(({ to }) => to).toSorted()).toEqual(['nora@example.com', NEW])
  expect(asked.find(({ to }) => to === 'nora@example.com')).toMatchObject({
    token: undefined,
    text: expect.stringContaining(NEW),
  })
  const token = await link(nora)
  expect((await nora.visitor.get(`${CONFIRM}?token=${token}`)).status).toBe(404)
  expect(await emails(nora)).toEqual(['nora@example.com'])

  const replies = await Promise.all(Array.from({ length: 5 }, () => nora.visitor.post(CONFIRM, { token })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await emails(nora)).toEqual([NEW])
  expect(
    (await nora.mails())
      .slice(2)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(['nora@example.com', NEW])
  expect((await here.get('/Academy/api/account/')).body).toMatchObject({ email: NEW, new_email: null })
  expect((await nora.login({ username: NEW })).status).toBe(200)
  expect((await nora.login({ username: 'nora@example.com' })).status).toBe(400)
  expect((await readEventKinds(nora.pool)).filter((kind) => kind.startsWith('email'))).toEqual([
    'email.change_asked',
    'email.changed',
  ])
  const { rows } = await nora.pool.query(
    `select e.before, e.after, p.details from audit_events e join audit_personal_values p on p.event_id = e.id where e.kind = 'email.changed'`,
  )
  expect(rows).toMatchObject([{ before: null, after: null, details: { from: 'nora@example.com', to: NEW } }])
})

test('confirms or cancels when both are asked at once', async () => {
  const nora = await createAcademyWithNora()
  const here = await nora.enter()
  for (let round = 0; round < 5; round += 1) {
    const email = `nora-${round}@example.com`
    expect((await here.post(CHANGE, { email })).status).toBe(200)
    const token = await link(nora)
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 ? here.post(`${CHANGE}cancel/`) : nora.visitor.post(CONFIRM, { token }),
      ),
    )
    const confirmed = replies.filter((_, n) => n % 2 === 0).map(({ status }) => status)
    const isChanged = (await emails(nora)).includes(email)
    expect(confirmed.filter((status) => status !== 400)).toEqual(isChanged ? [200] : [])
  }
})

test('ends the links of login alerts in the old mailbox once the address changes', async () => {
  const nora = await createAcademyWithNora()
  const here = await nora.enter()
  const there = await nora.enter({ from: '10.0.0.1' })
  const token = (await nora.mails()).findLast(({ text }) => text.includes('/EndSession/'))?.token
  await here.post(CHANGE, { email: NEW })
  expect((await nora.visitor.post(CONFIRM, { token: await link(nora) })).status).toBe(200)
  expect(await nora.visitor.post('/Academy/api/end-session/', { token })).toMatchObject(DEAD_LINK)
  expect((await there.get('/Academy/api/account/')).status).toBe(200)
})

test('stores no address in jobs and invalidates earlier links once the address changes', async () => {
  const nora = await createAcademyWithNora()
  const here = await nora.enter()
  await nora.forgot()
  const reset = (await nora.mails()).at(-1)?.token ?? ''
  await here.post(CHANGE, { email: NEW })
  const held = `select name from pgboss.job where data::text like '%@%'`
  expect((await nora.pool.query(held)).rows).toEqual([])
  expect((await nora.visitor.post(CONFIRM, { token: await link(nora) })).status).toBe(200)
  expect((await nora.pool.query(held)).rows).toEqual([])
  expect((await nora.reset(reset)).status).toBe(400)
})

test('replaces the older link with a newer request, and accepts one of two simultaneous requests', async () => {
  const nora = await createAcademyWithNora()
  const here = await nora.enter()
  await here.post(CHANGE, { email: 'first@example.com' })
  const first = await link(nora)
  await here.post(CHANGE, { email: 'second@example.com' })
  const second = await link(nora)
  expect(await nora.visitor.post(CONFIRM, { token: first })).toMatchObject(DEAD_LINK)
  expect((await nora.visitor.post(CONFIRM, { token: second })).status).toBe(200)

  await Promise.all(['third@example.com', 'fourth@example.com'].map((email) => here.post(CHANGE, { email })))
  const links = (await nora.mails()).filter(({ to, token }) => token && /^(third|fourth)/.test(to))
  expect(links).toHaveLength(1)
  expect((await nora.visitor.post(CONFIRM, { token: links[0]?.token })).status).toBe(200)
  expect(await emails(nora)).toEqual([links[0]?.to])
})

test('reveals only to its holder that another account has the address', async () => {
  const nora = await createAcademyWithNora()
  const other = await nora.member()
  const here = await nora.enter()
  const free = await here.post(CHANGE, { email: NEW })
  const taken = await here.post(CHANGE, { email: other.email.toUpperCase() })
  expect(taken).toMatchObject({ status: free.status, body: { message: expect.stringContaining('Open the link') } })
  const received = (await nora.mails()).filter(({ to }) => to.toLowerCase() === other.email)
  expect(received).toMatchObject([{ subject: 'You already have an account', token: undefined }])
})

test('reports an address taken meanwhile and changes nothing', async () => {
  const nora = await createAcademyWithNora()
  const here = await nora.enter()
  await here.post(CHANGE, { email: NEW })
  const token = await link(nora)
  const form = {
    username: 'other',
    email: NEW.toUpperCase(),
    password: 'three quiet shifts',
    confirm_password: 'three quiet shifts',
  }
  expect((await nora.visitor.post('/Academy/api/register/', form)).status).toBe(200)
  expect(await nora.visitor.post(CONFIRM, { token })).toMatchObject({
    status: 400,
    body: { message: 'Another account now uses this email. Your email is unchanged.' },
  })
  expect(await emails(nora)).toContain('nora@example.com')
  expect(await readEventKinds(nora.pool)).not.toContain('email.changed')
})

test('lets one of two accounts that confirm one address at once have it', async () => {
  const nora = await createAcademyWithNora()
  const here = await nora.enter()
  const other = nora.as(await nora.member())
  for (const caller of [here, other]) await caller.post(CHANGE, { email: NEW })
  const tokens = (await nora.mails()).flatMap(({ to, token }) => (to === NEW ? (token ?? []) : []))
  const replies = await Promise.all(tokens.map((token) => nora.visitor.post(CONFIRM, { token })))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]))
  expect((await emails(nora)).filter((email) => email === NEW)).toHaveLength(1)
})

test('works for a day, requires a confirmed identity within ten minutes, and rejects invalid addresses', async () => {
  const nora = await createAcademyWithNora()
  const here = await nora.enter()
  nora.after(11 * MINUTE)
  expect(await here.post(CHANGE, { email: NEW })).toMatchObject({ status: 403, body: { code: 'confirm_identity' } })
  nora.after(0)
  for (const email of ['', 'nowhere', 'a\u0000b@example.com', 'Nora@Example.com'])
    expect(await here.post(CHANGE, { email })).toMatchObject({ status: 400, body: { email: [expect.any(String)] } })
  await here.post(CHANGE, { email: NEW })
  const token = await link(nora)
  nora.after(DAY + MINUTE)
  expect(await nora.visitor.post(CONFIRM, { token })).toMatchObject(DEAD_LINK)
  for (const other of ['', 'x', 'a'.repeat(43), '../../..', '\u0000'])
    expect(await nora.visitor.post(CONFIRM, { token: other })).toMatchObject(DEAD_LINK)
})

test('limits emails to a mailbox', async () => {
  const nora = await createAcademyWithNora()
  const here = await nora.enter()
  const statuses: number[] = []
  for (let n = 0; n < 8; n += 1) statuses.push((await here.post(CHANGE, { email: `n${n}@example.com` })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
})

test('lets the operator request a change for a member: emails the link to the new mailbox, informs the current one who asked, and changes nothing before confirmation', async () => {
  const nora = await createAcademyWithNora()
  const { deps, pool } = nora
  const { rows } = await pool.query<{ id: string }>(`select id from members where email = 'nora@example.com'`)
  const memberId = rows[0]?.id ?? ''
  for (const [email, message] of [
    ['NORA@example.com', 'is already this account’s email'],
    ['no address', ''],
  ] as const)
    await expect(requestEmailChangeFor(deps, { memberId, email, by: OPERATOR })).rejects.toThrow(message)
  expect(await requestEmailChangeFor(deps, { memberId, email: ` ${NEW} `, by: OPERATOR })).toEqual({
    from: 'nora@example.com',
    linkAt: undefined,
  })
  const received = (await nora.mails()).find(({ to }) => to === 'nora@example.com')
  expect(received?.text).toContain('our support team started changing the email')
  expect(await emails(nora)).toEqual(['nora@example.com'])
  expect((await nora.visitor.post(CONFIRM, { token: await link(nora) })).status).toBe(200)
  expect(await emails(nora)).toEqual([NEW])
  expect(await readEventKinds(pool)).toEqual(expect.arrayContaining(['email.change_asked', 'email.changed']))
  await lockAccount(deps, { memberId, by: OPERATOR })
  await expect(requestEmailChangeFor(deps, { memberId, email: 'x@example.com', by: OPERATOR })).rejects.toThrow(
    'is locked',
  )
})

/** Lets support request a change of Nora's email address. */
async function requestedBySupport({ isVerified = true } = {}) {
  const nora = await createAcademyWithNora({ isVerified })
  const { deps, memberId, pool } = nora
  const support = await nora.member({ role: 'support' })
  await requestEmailChangeFor(deps, {
    memberId,
    email: NEW,
    by: { kind: 'member', memberId: support.id, role: 'support' },
  })
  return {
    ...nora,
    notice: (await nora.mails()).find(({ text }) => text.includes('/KeepEmail/')),
    /** Makes days pass. Queued jobs depend on the database's clock, so their times are changed, too. */
    async waitDays(days: number) {
      nora.after(days * DAY)
      await pool.query(
        `update pgboss.job set start_after = start_after - $1 * interval '1 day' where state = 'created'`,
        [days],
      )
    },
  }
}

test('sends the link of a change by staff after three days, and then ends all access', async () => {
  const nora = await requestedBySupport()
  const here = await nora.enter()
  expect(nora.notice?.to).toBe('nora@example.com')
  expect((await here.get('/Academy/api/account/')).body).toMatchObject({ new_email_link_at: expect.any(String) })
  await nora.waitDays(2.9)
  expect(await link(nora)).toBe('')
  await nora.waitDays(0.2)
  nora.after(3.1 * DAY)
  expect((await nora.visitor.post(CONFIRM, { token: await link(nora) })).body.message).toContain('log in again')
  expect(await emails(nora)).toContain(NEW)
  expect((await here.get('/Academy/api/account/')).status).toBe(401)
})

test('lets the current mailbox or the member cancel a change by staff, also after the link was sent', async () => {
  const cancels: ((nora: Awaited<ReturnType<typeof requestedBySupport>>) => Promise<{ status: number }>)[] = [
    ({ visitor, notice }) => visitor.post('/Academy/api/keep-email/', { token: notice?.token }),
    async ({ enter }) => (await enter()).post('/Academy/api/account/email/cancel/'),
  ]
  for (const cancel of cancels) {
    const nora = await requestedBySupport()
    await nora.waitDays(3.1)
    const token = await link(nora)
    expect((await cancel(nora)).status).toBe(200)
    expect(await nora.visitor.post(CONFIRM, { token })).toMatchObject(DEAD_LINK)
    expect((await nora.visitor.post('/Academy/api/keep-email/', { token: nora.notice?.token })).status).toBe(400)
    expect(await emails(nora)).toContain('nora@example.com')
    expect(await readEventKinds(nora.pool)).toContain('email.change_canceled')
  }
})

test('says that a link has expired, and what became of the email change', async () => {
  const nora = await requestedBySupport()
  const keep = async () =>
    (await nora.visitor.post('/Academy/api/keep-email/', { token: nora.notice?.token })).body.message
  await nora.waitDays(3.1)
  const token = await link(nora)
  nora.after(4.1 * DAY)
  expect(await keep()).toBe('This link has expired. The email change has expired, too, and was not made.')
  expect((await nora.visitor.post(CONFIRM, { token })).body.message).toBe(
    'This link has expired. Please request a new one on your account page.',
  )
  // As in the night after.
  await nora.pool.query('delete from account_tokens')
  const gone =
    'This link has expired or has already been used. The email change was already made, canceled, or replaced, or it has expired.'
  expect(await keep()).toBe(gone)
})

test('sends the link of a change by staff at once to an account no one has verified, unless someone verifies it meanwhile', async () => {
  const nora = await requestedBySupport({ isVerified: false })
  const token = await link(nora)
  await nora.pool.query('update members set email_verified_at = now()')
  expect(await nora.visitor.post(CONFIRM, { token })).toMatchObject(DEAD_LINK)
  await nora.pool.query('update members set email_verified_at = null')
})

test('keeps emailed links working that an earlier version stored in tables of their own', async () => {
  const url = await emptyDatabase()
  await migrateDatabase(url, { count: 77 })
  const { db, pool, close } = openDatabase(url, () => {})
  onTestFinished(close)
  await pool.query(`
    with nora as (insert into members (username, email, password_hash) values ('nora', 'nora@example.com', '') returning id),
      session as (insert into sessions (token_hash, member_id, network, agent, expires_at)
        select 's', id, '10.0.0.1', 'Chrome', now() + interval '1 day' from nora returning id),
      change as (insert into email_changes (member_id, token_hash, new_email, created_at, expires_at)
        select id, 'change', '${NEW}', now(), now() + interval '1 day' from nora),
      token as (insert into account_tokens (token_hash, member_id, purpose, expires_at)
        select 'reset', id, 'reset_password', now() + interval '1 day' from nora),
      link as (insert into session_links (token_hash, session_id, member_id, network, agent, expires_at)
        select 'end', gen_random_uuid(), id, '10.0.0.2', 'Firefox', now() + interval '1 day' from nora)
    insert into session_links (token_hash, session_id, expires_at)
      select 'older-end', id, now() + interval '1 day' from session`)
  await migrateDatabase(url)
  const find = async (tokenHash: string, purpose: Parameters<typeof findToken>[1]['purpose']) =>
    (await findToken(db, { tokenHash, purpose }, new Date()))?.data
  expect(await find('reset', 'reset_password')).toBeNull()
  expect(await find('change', 'change_email')).toEqual({ newEmail: NEW })
  expect(await find('end', 'end_session')).toEqual({ network: '10.0.0.2', agent: 'Firefox' })
  expect(await find('older-end', 'end_session')).toEqual({ network: '10.0.0.1', agent: 'Chrome' })
})

describe('while the version before serves too', () => {
  const digest = (token: string) => createHash('sha256').update(token).digest('hex')
  const SOON = `now() + interval '1 day'`
  /** Requests an email change as the previous version does, in which a newer request also replaces an older one. */
  const requestByOld = ({ pool, memberId }: AcademyOfNora, token: string, email = NEW) =>
    pool.query(
      `insert into email_changes (member_id, token_hash, new_email, created_at, expires_at) values ($1, $2, $3, now(), ${SOON})
        on conflict (member_id) do update set token_hash = excluded.token_hash, new_email = excluded.new_email,
          created_at = excluded.created_at, expires_at = excluded.expires_at`,
      [memberId, digest(token), email],
    )
  const useByOld = async ({ pool }: AcademyOfNora, token: string) =>
    (await pool.query('delete from email_changes where token_hash = $1 returning member_id', [digest(token)])).rowCount

  test('confirms an email change that it stored, but not one that it replaced, canceled, or confirmed', async () => {
    const nora = await createAcademyWithNora()
    const here = await nora.enter()
    const confirm = (token: string) => nora.visitor.post(CONFIRM, { token })
    await requestByOld(nora, 'replaced', 'first@example.com')
    await requestByOld(nora, 'canceled')
    expect((await here.get('/Academy/api/account/')).body).toMatchObject({ new_email: NEW })
    expect(await confirm('replaced')).toMatchObject(DEAD_LINK)
    await nora.pool.query('delete from email_changes where member_id = $1', [nora.memberId])
    expect(await confirm('canceled')).toMatchObject(DEAD_LINK)
    await requestByOld(nora, 'confirmed')
    expect(await useByOld(nora, 'confirmed')).toBe(1)
    expect(await confirm('confirmed')).toMatchObject(DEAD_LINK)
    expect(await emails(nora)).toEqual(['nora@example.com'])
    await requestByOld(nora, 'pending')
    expect((await confirm('pending')).status).toBe(200)
    expect(await useByOld(nora, 'pending')).toBe(0)
    expect(await emails(nora)).toEqual([NEW])
  })

  test('stores an email change for it, and ends the change when either version replaces, cancels, or confirms it', async () => {
    const nora = await createAcademyWithNora()
    const here = await nora.enter()
    const request = async () => {
      expect((await here.post(CHANGE, { email: NEW })).status).toBe(200)
      return link(nora)
    }
    const replaced = await request()
    await requestByOld(nora, 'other', 'other@example.com')
    expect(await nora.visitor.post(CONFIRM, { token: replaced })).toMatchObject(DEAD_LINK)
    const canceledByOld = await request()
    expect([await useByOld(nora, 'other'), await useByOld(nora, canceledByOld)]).toEqual([0, 1])
    expect(await nora.visitor.post(CONFIRM, { token: canceledByOld })).toMatchObject(DEAD_LINK)
    const canceled = await request()
    expect((await here.post(`${CHANGE}cancel/`)).status).toBe(200)
    expect(await useByOld(nora, canceled)).toBe(0)
    const confirmed = await request()
    expect((await nora.visitor.post(CONFIRM, { token: confirmed })).status).toBe(200)
    expect(await useByOld(nora, confirmed)).toBe(0)
  })

  test('shares the links of login alerts, each of which works once', async () => {
    const nora = await createAcademyWithNora()
    const end = (token: string) => nora.visitor.post('/Academy/api/end-session/', { token })
    const useLinkByOld = async (token: string) =>
      (await nora.pool.query('delete from session_links where token_hash = $1', [digest(token)])).rowCount
    for (const token of ['used', 'open'])
      await nora.pool.query(
        `insert into session_links (token_hash, session_id, member_id, network, agent, expires_at)
          select $2, id, member_id, network, agent, ${SOON} from sessions where token_hash = $1`,
        [digest((await nora.enter()).token), digest(token)],
      )
    expect(await useLinkByOld('used')).toBe(1)
    expect(await end('used')).toMatchObject(DEAD_LINK)
    expect((await end('open')).status).toBe(200)
    expect(await useLinkByOld('open')).toBe(0)
    await nora.enter({ from: '10.0.0.1' })
    const token = (await nora.mails()).findLast(({ text }) => text.includes('/EndSession/'))?.token ?? ''
    expect(await useLinkByOld(token)).toBe(1)
    expect(await end(token)).toMatchObject(DEAD_LINK)
  })
})
