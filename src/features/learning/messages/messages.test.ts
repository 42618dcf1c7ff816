import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messageRecipients, messages } from '#db/tables/messages.ts'
import { members } from '#db/tables/members.ts'
import { siteSettings } from '#db/tables/site.ts'
import { withEmailLog } from '#platform/mail/logged-mail.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { type MailRejection, startMailServer } from '../../../../test/harness/mail-server.ts'
import { countStatements } from '../../../../test/harness/statements.ts'

const MESSAGES = '/Academy/api/studio/messages/'
const POSTAL = '100 Example Avenue\nSpringfield'
const SETTINGS = { name: 'The Academy', postal_address: POSTAL, email: 'office@academy.test' }
const TEXT = {
  subject: 'Office hours for {first_name}',
  body: 'Hi {first_name},\n\n**Read** [the syllabus](/Course/x) of {course}.\n\n- One\n- Two',
}

/** An academy with a real mail server, an owner, support, and a course. */
async function academyWithMail({
  settings = SETTINGS as object,
  refusal = undefined as MailRejection | undefined,
} = {}) {
  const server = await startMailServer(refusal && { refusal })
  const academy = await testAcademy({
    settings: { MESSAGES_PER_MINUTE: '60000' },
    change: (deps) => ({ ...deps, mail: withEmailLog(server.mail, { db: deps.db, now: deps.now, onError() {} }) }),
  })
  const { db, as, member, course, purchase } = academy
  await db.insert(siteSettings).values({ settings })
  const [ownerMember, supportMember] = [await member({ role: 'owner' }), await member({ role: 'support' })]
  const owner = as(ownerMember)
  const depositions = await course({ title: 'Depositions' })
  const buyer = async (given: { firstName?: string; isVerified?: boolean } = {}) => {
    const made = await member(given)
    await purchase(made.id, depositions.id)
    return made
  }
  const write = async (to: string, id: string, lecture: string | null = null, who = owner): Promise<string> =>
    `${MESSAGES}${(await who.post(`${MESSAGES}new/`, { to, id, lecture })).body.id}/`
  /** Writes a message and sends it. */
  const send = async (to: string, id: string, lecture: string | null = null) => {
    const at = await write(to, id, lecture)
    const body = to === 'course' ? TEXT.body : 'Hi {name}!'
    const reply = await owner.post(`${at}send/`, { ...TEXT, body, revision: 1, later: null })
    return { at, reply }
  }
  const sentTo = () => server.received.flatMap(({ to }) => to).toSorted()
  const sources = () => server.received.map(({ source }) => source)
  const states = async () =>
    (await db.select().from(messageRecipients)).map(({ state, reason }) => reason ?? state).toSorted()
  return {
    ...academy,
    server,
    owner,
    ownerMember,
    supportMember,
    support: as(supportMember),
    depositions,
    buyer,
    write,
    send,
    sentTo,
    sources,
    states,
  }
}

const decode = (source: string) =>
  source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'))

test('sends a message to everyone who has a course and can get it, and says who doesn’t and why', async () => {
  const { buyer, send, runJobs, sentTo, owner, db, as, member, depositions, pool } = await academyWithMail()
  const [nora, ada] = [await buyer({ firstName: 'Nora' }), await buyer({ firstName: 'Ada <b>' })]
  await buyer({ isVerified: false })
  const [locked, leaving, unsubscribed, refunded, erased, spam] = [
    await buyer(),
    await buyer(),
    await buyer(),
    await buyer(),
    await buyer(),
    await buyer(),
  ]
  await pool.query(
    `insert into email_suppressions (member_id, reason, address, answer, email_id, at) values ($1, 'complained', '', 'abuse', $1, now())`,
    [spam.id],
  )
  await db.update(members).set({ lockedAt: new Date() }).where(eq(members.id, locked.id))
  await db.update(members).set({ deletionDueAt: new Date() }).where(eq(members.id, leaving.id))
  await db.update(members).set({ erasedAt: new Date() }).where(eq(members.id, erased.id))
  await pool.query(`update purchases set state = 'refunded' where member_id = $1`, [refunded.id])
  await as(unsubscribed).post('/Academy/api/account/mails/', { kind: 'message', is_on: false })
  const isUnsubscribed = async ({ id }: { id: string }) =>
    (await owner.get(`/Academy/api/studio/members/${id}/`)).body.is_unsubscribed
  expect([await isUnsubscribed(unsubscribed), await isUnsubscribed(nora)]).toEqual([true, false])
  await member()

  const { at, reply } = await send('course', depositions.id)
  expect(reply).toMatchObject({ status: 200, body: { message: 'Sending to 2 learners.' } })
  expect((await owner.get(at)).body).toMatchObject({ state: 'sending', totals: { waiting: 2, sent: 0, skipped: 5 } })
  await runJobs()
  expect(sentTo()).toEqual([ada.email, nora.email].toSorted())
  const { body } = await owner.get(at)
  expect(body).toMatchObject({ state: 'sent', totals: { sent: 2, waiting: 0, failed: 0, skipped: 5 } })
  expect(body.not_sent).toEqual([
    '1 with a locked account',
    '1 whose account is about to be deleted',
    '1 who haven’t verified their email address, for example because they haven’t chosen a password yet',
    '1 whose earlier emails came back or were reported as spam',
    '1 unsubscribed from these messages',
  ])
  const { rows } = await pool.query(
    `select kind, after from audit_events where kind like 'message.%' order by at, kind`,
  )
  expect(rows).toEqual([
    { kind: 'message.written', after: null },
    { kind: 'message.sent', after: { recipients: 2 } },
  ])
})

test('renders Markdown and names in the academy’s email, with postal address, reply-to, and one-click unsubscribe', async () => {
  const { buyer, send, runJobs, sources, depositions, as } = await academyWithMail()
  const ada = await buyer({ firstName: 'Ada <b>' })
  await send('course', depositions.id)
  await runJobs()
  const source = decode(sources()[0] ?? '')
  expect(source).toContain('Subject: Office hours for Ada <b>')
  expect(source).toContain('Reply-To: office@academy.test')
  expect(source).toContain('Hi Ada <b>,\r\n')
  expect(source).toContain('Hi Ada &lt;b&gt;,')
  expect(source).toContain('Read the syllabus (http://academy.test/Course/x) of Depositions.')
  expect(source).toMatch(
    /<strong>Read<\/strong> <a class="link" style="[^"]*" href="http:\/\/academy.test\/Course\/x">/,
  )
  expect(source).toContain('- One\r\n- Two')
  expect(source).toContain('100 Example Avenue')
  expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const leave = /List-Unsubscribe: ?<([^>]*)>/.exec(source.replaceAll(/\r\n[ \t]/g, ''))?.[1] ?? ''
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const { pathname } = new URL(leave)
  expect((await as(undefined).post(pathname, 'List-Unsubscribe=One-Click', form)).text).toBe(
    'You won’t get messages from the academy anymore.\n',
  )
  expect((await as(ada).get('/Academy/api/account/mails/')).body).toContainEqual(
    expect.objectContaining({ kind: 'message', is_on: false }),
  )
})

test('checks each recipient again right before sending, and never sends twice', async () => {
  const { buyer, send, runJobs, sentTo, depositions, as, states, pool, owner } = await academyWithMail()
  const [nora, ada] = [await buyer(), await buyer()]
  const { at } = await send('course', depositions.id)
  await as(ada).post('/Academy/api/account/mails/', { kind: 'message', is_on: false })
  await runJobs()
  expect([sentTo(), await states()]).toEqual([[nora.email], ['sent', 'unsubscribed']])
  // As after a process was killed: before the job ended, before the recipient was marked, with the email in the log.
  await pool.query(`update pgboss.job set state = 'retry', start_after = now() where name = 'send-message'`)
  await pool.query(`update message_recipients set state = 'waiting' where state = 'sent'`)
  await as(nora).post('/Academy/api/account/mails/', { kind: 'message', is_on: false })
  await pool.query(`update messages set state = 'sending'`)
  await runJobs()
  expect([sentTo(), await states()]).toEqual([[nora.email], ['sent', 'unsubscribed']])
  expect((await owner.get(at)).body.state).toBe('sent')
})

test('writes to one member, and keeps a failed email for a retry', async () => {
  const { member, send, runJobs, server, owner, pool, states } = await academyWithMail({
    refusal: { at: 'receiver', code: 550, status: '5.7.1' },
  })
  const nora = await member()
  const { at } = await send('member', nora.id)
  await expect(runJobs()).rejects.toThrow('5.7.1')
  expect(await states()).toEqual(['failed'])
  expect((await owner.get(at)).body).toMatchObject({ state: 'sent', totals: { failed: 1, sent: 0 } })
  expect((await owner.post(`${at}recipients/`, {})).body).toMatchObject({
    recipients: [{ id: nora.id, email: nora.email, state: 'failed', reason: '550 5.7.1 (RCPT TO)' }],
    is_more: false,
  })
  server.refuse(undefined)
  await pool.query(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
  await runJobs()
  expect((await owner.get(at)).body.totals).toMatchObject({ failed: 0, sent: 1 })
})

test('needs a mailing address, a subject, a text, known variables, and a recipient', async () => {
  const { write, owner, depositions, buyer, db, server } = await academyWithMail({ settings: {} })
  await buyer({ isVerified: false })
  const at = await write('course', depositions.id)
  expect((await owner.get(at)).body.missing).toBe('postal_address')
  const send = (text: object) => owner.post(`${at}send/`, { ...TEXT, ...text, revision: 1, later: null })
  expect((await send({})).body.message).toContain('Enter your mailing address first')
  await db.update(siteSettings).set({ settings: SETTINGS })
  expect((await send({ subject: ' ', body: '' })).body.fields).toEqual({
    subject: ['Enter a subject.'],
    body: ['Write a message.'],
  })
  expect((await send({ body: 'Hi {frist_name}' })).body.fields).toEqual({
    body: ['There is no {frist_name}. Did you mean {first_name}?'],
  })
  expect((await send({})).body.message).toBe('No one can get this message right now.')
  expect((await owner.get(at)).body).toMatchObject({ state: 'draft', subject: '' })
  expect(server.received).toEqual([])
})

test('saves drafts, and refuses a change based on an outdated version', async () => {
  const { write, owner, support, depositions, as, member } = await academyWithMail()
  const at = await write('course', depositions.id)
  expect(await write('course', depositions.id)).toBe(at)
  expect((await owner.post(at, { subject: 'Half', body: '', revision: 1 })).body).toEqual({
    message: 'Draft saved.',
    revision: 2,
  })
  expect(await write('course', depositions.id)).not.toBe(at)
  expect((await support.post(at, { ...TEXT, revision: 1 })).body.message).toMatch(/^Someone else changed this message/)
  expect((await owner.post(`${at}send/`, { ...TEXT, revision: 1, later: null })).status).toBe(503)
  expect((await owner.post(`${at}preview/`, TEXT)).body).toMatchObject({ subject: 'Office hours for Sam' })
  expect((await owner.post(`${at}preview/`, TEXT)).body.html).toContain('of Depositions.')
  expect((await as(await member({ role: 'editor' })).get(at)).status).toBe(404)
  expect((await owner.post(`${at}delete/`, {})).status).toBe(200)
  expect((await owner.get(at)).status).toBe(404)
})

test('sends the typed text to the caller as a test, without saving it', async () => {
  const { write, owner, ownerMember, depositions, runJobs, sources, sentTo } = await academyWithMail()
  const at = await write('course', depositions.id)
  expect((await owner.post(`${at}test/`, TEXT)).status).toBe(200)
  await runJobs()
  expect(sentTo()).toEqual([ownerMember.email])
  const source = decode(sources()[0] ?? '')
  expect(source).toContain('Subject: [Test] Office hours for Sam')
  expect(source).not.toContain('List-Unsubscribe:')
  expect((await owner.get(at)).body).toMatchObject({ state: 'draft', subject: '' })
})

test('lets support write to 100 learners; more require an owner with a confirmed identity', async () => {
  const { buyer, write, support, owner, depositions, pool, ownerMember, db } = await academyWithMail()
  await buyer()
  await pool.query(
    `with made as (
        insert into members (username, email, password_hash, email_verified_at)
        select 'r' || n, 'r' || n || '@example.com', '', now() from generate_series(1, 100) n returning id)
      insert into grants (member_id, product_id, reason) select id, $1, '' from made`,
    [depositions.id],
  )
  const at = await write('course', depositions.id, null, support)
  const body = { ...TEXT, revision: 1, later: null }
  expect((await owner.get(`${at}count/`)).body).toEqual({ recipients: 101, not_sent: [] })
  expect((await support.post(`${at}send/`, body)).status).toBe(403)
  const confirm = (age: string) =>
    pool.query(`update sessions set confirmed_at = now() - $2::interval where member_id = $1`, [ownerMember.id, age])
  await confirm('11 minutes')
  expect((await owner.post(`${at}send/`, body)).body.code).toBe('confirm_identity')
  await confirm('1 minute')
  expect((await owner.post(`${at}send/`, body)).body.message).toBe('Sending to 101 learners.')
  await pool.query(`delete from grants where member_id = (select member_id from grants limit 1)`)
  expect(await db.select().from(messageRecipients)).toHaveLength(101)
  const small = await write('course', depositions.id, null, support)
  expect((await support.post(`${small}send/`, body)).body.message).toBe('Sending to 100 learners.')
})

test('stops: those who didn’t get it yet don’t get it', async () => {
  const { buyer, send, runJobs, owner, depositions, states, sentTo, ownerMember, pool } = await academyWithMail()
  await buyer()
  const { at } = await send('course', depositions.id)
  expect((await owner.post(`${at}stop/`, {})).status).toBe(200)
  await runJobs()
  expect([sentTo(), await states()]).toEqual([[], ['stopped']])
  const totals = { sent: 0, skipped: 1, stopped: 1 }
  expect((await owner.get(at)).body).toMatchObject({ state: 'stopped', reason: 'Sending was stopped.', totals })
  expect((await owner.post(`${at}stop/`, {})).status).toBe(409)
  const again = `${MESSAGES}${(await owner.post(`${at}copy/`, {})).body.id}/`
  expect((await owner.get(again)).body).toMatchObject({ state: 'draft', ...TEXT })

  // Locking the sender stops it, too.
  await owner.post(`${again}send/`, { ...TEXT, revision: 1, later: null })
  await pool.query(`update members set locked_at = now() where id = $1`, [ownerMember.id])
  await runJobs()
  const { rows } = await pool.query(`select state, state_reason from messages order by created_at`)
  expect([sentTo(), rows[1]]).toEqual([[], { state: 'stopped', state_reason: 'sender_changed' }])
})

test('lists messages and their recipients in at most three statements', async () => {
  const { buyer, send, owner, depositions, db, pool } = await academyWithMail()
  for (let n = 0; n < 3; n += 1) await buyer()
  const { at } = await send('course', depositions.id)
  const first = await db.select().from(messages)
  await pool.query(`insert into messages (audience, course_id, created_at, changed_at)
    select 'course', course_id, now() - n * interval '1 hour', now() - n * interval '1 hour' from messages, generate_series(1, 25) n`)
  const list = await owner.post(MESSAGES, {})
  expect([list.body.messages.length, list.body.is_more, list.body.messages[0].id]).toEqual([20, true, first[0]?.id])
  const after = list.body.messages.at(-1).id
  expect((await owner.post(MESSAGES, { after })).body).toMatchObject({ is_more: false, messages: { length: 6 } })
  const session = await countStatements(async () => void (await owner.get('/Academy/api/studio/groups/nope/')))
  const ofList = await countStatements(async () => void (await owner.post(MESSAGES, {})))
  const ofRecipients = await countStatements(async () => void (await owner.post(`${at}recipients/`, {})))
  expect([ofList - session, ofRecipients - session].every((count) => count <= 3)).toBe(true)
})
