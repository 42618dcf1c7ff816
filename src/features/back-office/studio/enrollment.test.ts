import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { consumeRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { STAFF_EMAILS } from '#features/people/accounts/account-limits.rules.ts'
import { NO_PASSWORD } from '#features/people/accounts/accounts.rules.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { readEventKinds } from '../../../../test/harness/audit.ts'
import { MAX_LOOP_BLOCK_MS, measureTypicalLoopBlock } from '../../../../test/harness/event-loop-block.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const ENROLLMENTS = '/Academy/api/studio/enrolments/'
const CHOSEN = 'lamp-at-midnight-1854'

async function createAcademyWithClass() {
  const academy = await testAcademy()
  const { as, member, course } = academy
  const supportMember = await member({ role: 'support' })
  const support = as(supportMember)
  const nora = await member({ firstName: 'Nora', lastName: 'Nightingale' })
  const bought = await course({ title: 'Depositions' })
  const enroll = (file: string | Uint8Array, more: object = {}) =>
    support.post(ENROLLMENTS, {
      product: bought.slug,
      why: 'Spring class',
      content: Buffer.from(file).toString('base64'),
      ...more,
    })
  return { ...academy, support, supportMember, nora, bought, enroll }
}

type Academy = Awaited<ReturnType<typeof createAcademyWithClass>>

/** How many rows there are of each kind that an enrollment writes. */
const rowsIn = async ({ pool }: Academy) =>
  (
    await pool.query(`select (select count(*)::int from members) as members, (select count(*)::int from grants) as grants,
      (select count(*)::int from audit_events) as events, (select count(*)::int from notices where kind = 'given') as notices, (select count(*)::int from pgboss.job where name = 'send-enrolment') as mails`)
  ).rows[0]

test('grants existing members, creates accounts with password links for others, and changes nothing for the same file again', async () => {
  const academy = await createAcademyWithClass()
  const { enroll, nora, as, runJobs, mailbox, pool, bought } = academy
  const file = `Last name,First name,E-mail,Credentials\nNightingale,Florence,Flo@Example.com,RN\n,,${nora.email.toUpperCase()},\n`
  expect((await enroll(file, { only_check: true })).body).toMatchObject({ granted: 2, made: 1, had: 0, mistakes: [] })
  expect(await rowsIn(academy)).toMatchObject({ grants: 0, events: 0, notices: 0, mails: 0 })
  expect((await enroll(file)).body).toMatchObject({ granted: 2, made: 1, had: 0 })
  const stored = await rowsIn(academy)
  expect(stored).toMatchObject({ grants: 2, notices: 2, mails: 2 })
  expect((await enroll(file)).body).toMatchObject({ granted: 0, made: 0, had: 2 })
  expect((await enroll(file, { only_check: true })).body).toMatchObject({ granted: 0, made: 0, had: 2 })
  expect(await rowsIn(academy)).toEqual(stored)
  expect((await readEventKinds(pool)).toSorted()).toEqual(['account.made', 'grant.made', 'grant.made'])
  expect((await as(nora).get('/Academy/api/MyAcademy/')).text).toContain('Depositions')

  await runJobs()
  const emails = await mailbox()
  expect(emails.map(({ to }) => to.toLowerCase()).toSorted()).toEqual(['flo@example.com', nora.email].toSorted())
  const text = emails.find(({ to }) => to === 'Flo@Example.com')?.text ?? ''
  expect(text).toContain('Username: Flo')
  const token = /\/ResetPassword\/([\w-]+)\?next=/.exec(text)?.[1]
  const visitor = as(undefined)
  const choice = { token, password: CHOSEN, confirm_password: CHOSEN }
  expect((await visitor.post('/Academy/api/login/', { username: 'Flo', password: 'none was chosen' })).status).toBe(400)
  expect((await visitor.post('/Academy/api/reset-password/', choice)).status).toBe(200)
  expect((await visitor.post('/Academy/api/reset-password/', choice)).status).toBe(400)
  const { body } = await visitor.post('/Academy/api/login/', { username: 'flo@example.com', password: CHOSEN })
  const flo = academy.withToken(body.token)
  expect((await flo.get(`/Academy/api/take/course/${bought.slug}/`)).status).toBe(200)
  expect((await flo.get('/Academy/api/account/')).body).toMatchObject({
    first_name: 'Florence',
    credentials_after_name: 'RN',
  })
})

test('reports all errors line by line and stores nothing', async () => {
  const academy = await createAcademyWithClass()
  const { enroll, supportMember, nora } = academy
  const before = await rowsIn(academy)
  const file = `email;first name\nok@example.com;Olga\nnowhere;Nell\nOK@example.com;Olga\n\nx@example.com;www.example.com\n;Nobody\n"a@example.com";"two`
  expect((await enroll(file)).body.mistakes).toEqual([{ line: 8, message: expect.stringContaining('quotation mark') }])
  const { body } = await enroll(file.slice(0, file.lastIndexOf('\n')))
  expect(body.mistakes).toEqual([
    { line: 3, message: 'Email “nowhere”: Enter a valid email address.' },
    { line: 4, message: 'OK@example.com is also in row 2. Remove one of the rows.' },
    { line: 6, message: expect.stringContaining('First name “www.example.com”: Leave out web') },
    { line: 7, message: 'Email “”: Email is required.' },
  ])
  expect(body).toMatchObject({ granted: 0, made: 0 })
  for (const [wrong, message] of [
    ['', 'Please choose a file.'],
    ['\n\n', 'This file is empty.'],
    ['email\n', 'There are no people below the names of the columns.'],
    ['first name\nNora\n', 'Choose the column with the emails.'],
    ['email,name,first name\nn@example.com,Nora Lee,Nora\n', 'Use one or the other.'],
    ['email,name\nn@example.com,JesÃºs NuÃ±ez\n', '“JesÃºs” has garbled characters'],
    ['email,mail\nn@example.com,m@example.com\n', 'both look like the email'],
    ['email\nn@example.com,Nora\n', 'more cells than the columns'],
    [`email\n${nora.email}\n${supportMember.email}\n`, 'You can’t enroll yourself'],
    [Buffer.from('PK\u0003\u0004\u0000\u0000'), 'isn’t a workbook that can be read'],
    [`email\n${Array.from({ length: 501 }, (_, n) => `n${n}@example.com`).join('\n')}`, '501 people'],
    [`email\n${'x'.repeat(1_000_001)}`, '1 MB'],
  ] as const) {
    const { body: reply } = await enroll(wrong)
    expect([message, JSON.stringify(reply)]).toEqual([message, expect.stringContaining(message)])
  }
  for (const [more, field] of [
    [{ product: 'none' }, 'product'],
    [{ product: '' }, 'product'],
    [{ why: ' ' }, 'why'],
    [{ content: '?' }, 'content'],
  ] as const)
    expect([field, Object.keys((await enroll('email\nn@example.com\n', more)).body.fields)]).toEqual([field, [field]])
  expect(await rowsIn(academy)).toEqual(before)
})

test('reads a Windows file with a byte order mark or in UTF-16, splits full names, and numbers taken usernames', async () => {
  const { enroll, pool, member } = await createAcademyWithClass()
  await pool.query(`update members set username = 'Jose' where id = $1`, [(await member()).id])
  const windows = Buffer.from(
    'Name;Email\r\nJosé María Núñez;jose@example.com\r\nCher;jose@other.example.com\r\n',
    'latin1',
  )
  const marked = Buffer.from('\uFEFFemail,name\nzoë.long-name-that-goes-on@example.com,Zoë\n'.replace('zoë', 'zo'))
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('email\nab@example.com\n', 'utf16le')])
  const encoding = 'windows-1252'
  for (const file of [windows, marked, wide]) expect((await enroll(file, { encoding })).body.mistakes).toEqual([])
  const { rows } = await pool.query(
    `select username, first_name, last_name, email_verified_at as verified from members where password_hash = 'none was chosen' order by email`,
  )
  expect(rows).toEqual([
    { username: 'abmember', first_name: '', last_name: '', verified: null },
    { username: 'jose2', first_name: 'José María', last_name: 'Núñez', verified: null },
    { username: 'jose3', first_name: 'Cher', last_name: '', verified: null },
    { username: 'zo.long-name-that-go', first_name: 'Zoë', last_name: '', verified: null },
  ])
})

test('asks about a file with an ambiguous encoding, showing what it would read, before emailing anyone', async () => {
  const academy = await createAcademyWithClass()
  const { enroll, pool } = academy
  const before = await rowsIn(academy)
  // José Núñez in Mac Roman.
  const mac = Buffer.concat([
    Buffer.from('email,name\njose@example.com,Jos'),
    Buffer.from([0x8e, 0x20, 0x4e, 0x9c, 0x96]),
    Buffer.from('ez\n'),
  ])
  const { body: asked } = await enroll(mac)
  const samples = Object.fromEntries(
    asked.encodings.map(({ encoding, sample }: { encoding: string; sample: string[] }) => [encoding, sample]),
  )
  expect(samples).toMatchObject({
    macintosh: ['jose@example.com,José Núñez'],
    'windows-1252': ['jose@example.com,JosŽ Nœ–ez'],
  })
  expect(asked).toMatchObject({ granted: 0, mistakes: [{ line: null, message: expect.stringContaining('UTF-8') }] })
  expect(await rowsIn(academy)).toEqual(before)
  expect((await enroll(mac, { encoding: 'latin-9000' })).status).toBe(400)
  expect((await enroll(mac, { encoding: 'macintosh' })).body).toMatchObject({ granted: 1, mistakes: [], encodings: [] })
  // UTF-16 without a byte order mark is detected, and ASCII needs no choice.
  const wide = Buffer.from('email,name\nzoe@example.com,Zoë Ångström\n', 'utf16le')
  expect((await enroll(wide)).body).toMatchObject({ granted: 1, mistakes: [] })
  expect((await enroll('email\na@example.com\n', { encoding: 'shift_jis' })).body).toMatchObject({ granted: 1 })
  const { rows } = await pool.query(
    `select last_name as name from members where email in ('jose@example.com', 'zoe@example.com') order by 1`,
  )
  expect(rows).toEqual([{ name: 'Núñez' }, { name: 'Ångström' }])
})

test.skipIf(isEveryChange)(
  'never blocks the process for long, whatever the file of 1 MB contains',
  { timeout: 120_000 },
  async () => {
    const { enroll } = await createAcademyWithClass()
    const fill = (unit: string) =>
      'email,first name\n' + unit.repeat(Math.floor(990_000 / Buffer.byteLength(unit)) - 20)
    for (const file of [
      ...['a\n', 'x@\n', ',', ',\n'].map(fill),
      fill(`a@example.com,${'ﷺ'.repeat(120)}\n`),
      Buffer.from(fill('\u00a4\n'), 'latin1'),
    ]) {
      const block = await measureTypicalLoopBlock(() => enroll(file, { only_check: true }))
      expect([String(file).slice(17, 40), block < MAX_LOOP_BLOCK_MS || block]).toEqual([expect.any(String), true])
    }
  },
)

test('grants without an email once staff emailed a member twelve times within an hour', async () => {
  const academy = await createAcademyWithClass()
  const { enroll, support, nora, deps, db, bought, member } = academy
  const flo = await member({ isVerified: false })
  for (const { id } of [nora, flo])
    for (let n = 0; n < STAFF_EMAILS.hits - 1; n += 1) await consumeRateLimit(deps, db, STAFF_EMAILS, id)
  const file = `email\n${nora.email}\n${flo.email}\n`
  for (const mails of [2, 2]) {
    expect((await enroll(file)).body).toMatchObject({ granted: 2, mistakes: [] })
    expect(await rowsIn(academy)).toMatchObject({ mails })
    for (const { id } of [nora, flo])
      await support.post(`/Academy/api/studio/members/${id}/revoke-grant/`, { product: bought.slug })
  }
  await support.post(`/Academy/api/studio/members/${flo.id}/grant/`, { product: bought.slug, why: 'Class' })
  expect(await rowsIn(academy)).toMatchObject({ mails: 2 })
})

test('ignores columns of another system and names them', async () => {
  const { enroll, pool } = await createAcademyWithClass()
  const file = 'username,firstname,lastname,email,course1\nnlee,Nell,Leigh,nell.leigh@example.com,DME-101\n'
  const checked = (await enroll(file, { only_check: true })).body
  expect(checked).toMatchObject({ granted: 1, mistakes: [] })
  const unused = checked.columns.filter(({ field }: { field: string | null }) => field === null)
  expect(unused.map(({ name }: { name: string }) => name)).toEqual(['username', 'course1'])
  expect((await enroll(file)).body).toMatchObject({ granted: 1 })
  const { rows } = await pool.query(`select username, first_name from members where email = 'nell.leigh@example.com'`)
  expect(rows).toEqual([{ username: 'nell.leigh', first_name: 'Nell' }])
})

test('enrolls five hundred new people in a few statements, each once for two concurrent imports of the same file', async () => {
  const academy = await createAcademyWithClass()
  const { enroll } = academy
  const file = `email,first name\n${Array.from({ length: 500 }, (_, n) => `nurse${n}@example.com,Nora`).join('\n')}\n`
  const before = await rowsIn(academy)
  const answers = await Promise.all([enroll(file), enroll(file)])
  expect(answers.filter(({ body }) => body.granted === 500)).toHaveLength(1)
  expect(await rowsIn(academy)).toEqual({
    members: before.members + 500,
    grants: 500,
    events: 1_000,
    notices: 500,
    mails: 500,
  })
  const more = file.replaceAll('@example', '@other.example')
  const statements = await recordStatements(async () => void (await enroll(more)))
  expect(statements.length).toBeLessThanOrEqual(23)
})

test('emails another password link to someone who has not used one, which verifies the address', async () => {
  const { enroll, support, as, pool, runJobs, mailbox } = await createAcademyWithClass()
  await enroll('email\nflo@example.com\n')
  await runJobs()
  const { rows } = await pool.query<{ id: string }>(`select id from members where username = 'flo'`)
  const at = `/Academy/api/studio/members/${rows[0]?.id}/`
  expect((await support.get(at)).body).toMatchObject({ has_password: false, state: 'email not verified' })
  expect((await support.post(`${at}verification/`, {})).status).toBe(200)
  await runJobs()
  const email = (await mailbox()).find(({ subject }) => subject.startsWith('Choose a new password'))
  const token = /\/ResetPassword\/([\w-]+)/.exec(email?.text ?? '')?.[1]
  const choice = { token, password: CHOSEN, confirm_password: CHOSEN }
  expect((await as(undefined).post('/Academy/api/reset-password/', choice)).status).toBe(200)
  expect((await support.get(at)).body).toMatchObject({ has_password: true, state: 'open' })
  expect((await support.post(`${at}verification/`, {})).status).toBe(400)
})

test.each(['a file', 'a grant'])(
  'does not let a stranger who registered with the email use their password for access from %s',
  async (way) => {
    const { enroll, as, runJobs, mailbox, support, pool, bought } = await createAcademyWithClass()
    const visitor = as(undefined)
    const names = { first_name: 'Flo', last_name: 'Lee', username: 'stranger', email: 'flo@example.com' }
    const password = 'lamp-of-a-stranger'
    await visitor.post('/Academy/api/register/', { ...names, password, confirm_password: password })
    await runJobs()
    const tokenIn = async (pattern: RegExp) => pattern.exec((await mailbox()).map(({ text }) => text).join(''))?.[1]
    const verification = await tokenIn(/\/VerifyEmail\/([\w-]+)/)
    const { rows } = await pool.query(`select id from members where username = 'stranger'`)
    const given = await (way === 'a file'
      ? enroll('email\nflo@example.com\n')
      : support.post(`/Academy/api/studio/members/${rows[0].id}/grant/`, { product: bought.slug, why: 'A class' }))
    expect(given.status).toBe(200)
    await runJobs()
    expect((await visitor.post('/Academy/api/verify-email/', { token: verification })).status).toBe(400)
    expect((await visitor.post('/Academy/api/login/', { username: 'stranger', password })).status).toBe(400)
    const choice = { token: await tokenIn(/\/ResetPassword\/([\w-]+)/), password: CHOSEN, confirm_password: CHOSEN }
    expect((await visitor.post('/Academy/api/reset-password/', choice)).status).toBe(200)
    expect((await visitor.post('/Academy/api/login/', { username: 'flo@example.com', password: CHOSEN })).status).toBe(
      200,
    )
  },
)

test('emails members who were enrolled, even if the staff member who enrolled them has lost the role since', async () => {
  const { enroll, support, supportMember, as, member, nora, bought, runJobs, mailbox } = await createAcademyWithClass()
  const owner = as(await member({ role: 'owner' }))
  await enroll(`email\n${nora.email}\nflo@example.com\n`)
  const given = { product: bought.slug, email: 'mary@example.com', why: 'A class' }
  expect((await support.post('/Academy/api/studio/access/', given)).status).toBe(200)
  const demoted = await owner.post(`/Academy/api/studio/staff/${supportMember.id}/role/`, { role: 'learner' })
  expect(demoted.status).toBe(200)
  await runJobs()
  const recipients = (await mailbox()).map(({ to }) => to)
  expect(recipients).toEqual(expect.arrayContaining([nora.email, 'flo@example.com', 'mary@example.com']))
})

test('emails nothing to someone who lost access before the email was sent, or is locked', async () => {
  const { enroll, support, pool, runJobs, mailbox, bought } = await createAcademyWithClass()
  await enroll('email\nflo@example.com\nmary@example.com\n')
  const { rows } = await pool.query(`select id, username from members where username in ('flo', 'mary')`)
  const idOf = (name: string) => String(rows.find(({ username }) => username === name)?.id)
  const at = (name: string) => `/Academy/api/studio/members/${idOf(name)}/`
  expect((await support.post(`${at('flo')}revoke-grant/`, { product: bought.slug })).status).toBe(200)
  expect((await support.post(`${at('mary')}lock/`, { why: 'A mistake' })).status).toBe(200)
  await runJobs()
  expect(await mailbox()).toEqual([])
})

test('removes the passwords of unverified accounts that were given a product or role before an upgrade', async () => {
  const { member, pool, bought } = await createAcademyWithClass()
  const [granted, hired, plain, verified] = [
    await member({ isVerified: false }),
    await member({ isVerified: false, role: 'support' }),
    await member({ isVerified: false }),
    await member(),
  ]
  for (const { id } of [granted, verified])
    await pool.query(`insert into grants (member_id, product_id, reason) values ($1, $2, 'A class')`, [id, bought.id])
  await pool.query(await readFile('src/db/migrations/0071_unverified_passwords.sql', 'utf8'))
  const { rows } = await pool.query(`select id from members where password_hash = $1`, [NO_PASSWORD])
  const removed = rows.map(({ id }) => id)
  expect(removed).toEqual(expect.arrayContaining([granted.id, hired.id]))
  expect(removed).not.toContain(plain.id)
  expect(removed).not.toContain(verified.id)
})

test('an enrollment can be undone for an hour, except for members who have used the academy since, and unsent emails are not sent', async () => {
  const academy = await createAcademyWithClass()
  const { enroll, support, member, as, setTime, runJobs, mailbox, pool, bought } = academy
  const start = Date.now()
  const online = await member()
  const studying = await member()
  const retained = [online.email, studying.email].toSorted()
  await pool.query(`update sessions set last_used_at = last_used_at - interval '1 hour'`)
  await enroll(`email\nnew@example.com\n${online.email}\n${studying.email}\nnora2@example.com`)
  const { body: recent } = await support.get('/Academy/api/studio/enrolments/recent/')
  expect(recent).toMatchObject({ enrollments: [{ product: 'Depositions', people: 4 }], may: { undo: true } })
  setTime(new Date(start + 60_000))
  await as(online).get('/Academy/api/MyAcademy/')
  await pool.query('delete from sessions where member_id = $1', [studying.id])
  await pool.query(
    'insert into lecture_completions (member_id, lecture_id, completed_at) select $1, id, $2 from lectures where course_id = $3 limit 1',
    [studying.id, new Date(start + 60_000), bought.id],
  )
  const undo = `/Academy/api/studio/enrolments/${recent.enrollments[0].id}/undo/`
  const answers = await Promise.all([support.post(undo, {}), support.post(undo, {})])
  expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409'])
  expect(answers.find(({ status }) => status === 200)?.body).toEqual({
    message: `2 people no longer have access to Depositions. 2 people keep it, having used the academy since: ${retained.join(' and ')}.`,
    retained,
  })
  const { rows } = await pool.query(
    'select email from members join grants on member_id = members.id where revoked_at is null order by email',
  )
  expect(rows.map(({ email }) => email)).toEqual(retained)
  expect((await support.get('/Academy/api/studio/enrolments/recent/')).body.enrollments).toEqual([])
  await runJobs()
  expect((await mailbox()).map(({ to }) => to).toSorted()).toEqual(retained)
  expect(await readEventKinds(pool)).toContain('grant.revoked')

  await enroll('email\nlate@example.com')
  const { body: later } = await support.get('/Academy/api/studio/enrolments/recent/')
  await pool.query(`update sessions set confirmed_at = confirmed_at + interval '1 hour'`)
  setTime(new Date(start + 62 * 60_000))
  expect((await support.post(`/Academy/api/studio/enrolments/${later.enrollments[0].id}/undo/`, {})).status).toBe(409)
})

test('a locked account is not enrolled from a file', async () => {
  const { enroll, member, pool } = await createAcademyWithClass()
  const locked = await member()
  await pool.query('update members set locked_at = now() where id = $1', [locked.id])
  const { body } = await enroll(`email\n${locked.email}\nfree@example.com`, { skip_mistakes: true })
  expect(body.mistakes).toEqual([{ line: 2, message: `The account of ${locked.email} is locked. Unlock it first.` }])
  expect(body).toMatchObject({ granted: 1, rejected: 1 })
})

test('undoing an enrollment doesn’t end access that others gave again, or that a new member has used', async () => {
  const academy = await createAcademyWithClass()
  const { enroll, support, owner, member, pool, bought, runJobs, mailbox, as } = {
    ...academy,
    owner: academy.as(await academy.member({ role: 'owner' })),
  }
  const [alone, byHand, byEmail, byFile] = [await member(), await member(), await member(), await member()]
  await pool.query(`update sessions set last_used_at = last_used_at - interval '1 hour'`)
  const file = `email\n${[alone, byHand, byEmail, byFile].map(({ email }) => email).join('\n')}\nnew@example.com`
  await enroll(file)
  // The same file again changes nothing.
  await enroll(file)
  const gift = { product: bought.slug, why: 'A gift' }
  await owner.post(`/Academy/api/studio/members/${byHand.id}/grant/`, gift)
  await owner.post('/Academy/api/studio/access/', { ...gift, email: byEmail.email })
  const content = Buffer.from(`email\n${byFile.email}`).toString('base64')
  await owner.post(ENROLLMENTS, { ...gift, content })
  await runJobs()
  const text = (await mailbox()).find(({ to }) => to === 'new@example.com')?.text ?? ''
  const token = /\/ResetPassword\/([\w-]+)/.exec(text)?.[1]
  await as(undefined).post('/Academy/api/reset-password/', { token, password: CHOSEN, confirm_password: CHOSEN })
  await pool.query('delete from sessions where member_id in (select id from members where email = $1)', [
    'new@example.com',
  ])

  const { body: recent } = await support.get('/Academy/api/studio/enrolments/recent/')
  const { body } = await support.post(`/Academy/api/studio/enrolments/${recent.enrollments[0].id}/undo/`, {})
  expect(body.message).toContain('One person no longer has access')
  expect(body.retained).toEqual(['new@example.com'])
  const { rows } = await pool.query(
    'select email from members join grants on member_id = members.id where revoked_at is null order by email',
  )
  const keep = [byHand.email, byEmail.email, byFile.email, 'new@example.com']
  expect(rows.map(({ email }) => email)).toEqual(keep.toSorted())
})
