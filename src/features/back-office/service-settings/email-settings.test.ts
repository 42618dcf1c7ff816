import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { saveSettings, SiteSettings } from '#features/foundation/site/site.public.ts'
import { tryMailServer } from '#platform/mail/mail-trial.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { startMailServer } from '../../../../test/harness/mail-server.ts'
import { findServerErrors } from './email-settings.rules.ts'

const URL = '/Academy/api/studio/settings/email/'

const FORM = {
  host: '127.0.0.1',
  security: 'none',
  user: '',
  password: '',
  sender_name: 'Example Academy',
  sender_address: 'office@academy.test',
}

test('an owner sets up the mail server, tries it, and all processes use it; the change is reported through the former one', async () => {
  const { as, member, deps, pool, mailbox, runJobs } = await testAcademy()
  const [first, second] = [await startMailServer(), await startMailServer()]
  const nora = await member({ role: 'owner' })
  const other = await member({ role: 'owner' })
  const owner = as(nora)
  await saveSettings(deps.db, SiteSettings.parse({ name: 'Ohio Nurse Academy' }), deps.now())
  const before = await owner.get(URL)
  expect(before.body.form.sender_name).toBe('Ohio Nurse Academy')
  expect(before.body).toMatchObject({ state: 'simulated', has_password: false, saved: null, revision: 'none' })

  const saved = await owner.post(URL, { ...FORM, port: String(first.port), revision: 'none' })
  expect(saved).toMatchObject({ status: 200, body: { message: 'Saved. Now send a test email.' } })
  expect(await owner.post(`${URL}test/`, {})).toMatchObject({ status: 200, body: { is_sent: true } })
  expect(first.received).toMatchObject([{ from: 'office@academy.test', to: [nora.email] }])
  const { steps } = (await owner.get('/Academy/api/studio/setting-up/')).body
  expect(steps).toContainEqual({ step: 'mail', is_done: true, why: 'Email works.' })
  await runJobs()
  // There was no former server.
  expect(first.received.slice(1).map(({ to }) => to[0])).toEqual(expect.arrayContaining([nora.email, other.email]))
  expect(await mailbox()).toEqual([])
  expect((await owner.get(URL)).body).toMatchObject({ state: 'used', saved: { by: nora.username } })

  const { rows } = await pool.query(`select after from audit_events where kind = 'settings.email_changed'`)
  expect(rows).toEqual([{ after: { changed: ['server', 'sender'] } }])

  const { revision } = saved.body
  const changed = await owner.post(URL, { ...FORM, port: String(second.port), revision })
  expect(changed.status).toBe(200)
  await deps.mail.send({ to: 'a@example.com', memberId: null, subject: 'A', text: 'a', html: '<p>a</p>' })
  expect(second.received.map(({ to }) => to[0])).toEqual(['a@example.com'])
  const count = first.received.length
  await runJobs()
  expect(first.received.slice(count).map(({ to }) => to[0])).toEqual(expect.arrayContaining([nora.email, other.email]))
  expect(first.received.at(-1)?.source).toContain('Email settings were changed')

  // The former server no longer works, so the new one reports the change.
  second.refuse({ at: 'connect', code: 421 })
  const third = await startMailServer()
  await owner.post(URL, { ...FORM, port: String(third.port), revision: changed.body.revision })
  await runJobs()
  expect(third.received).toHaveLength(2)

  const stale = await owner.post(URL, { ...FORM, port: '2525', revision })
  expect(stale).toMatchObject({ status: 503, body: { code: 'busy' } })
  expect((await owner.get(URL)).body.form.port).toBe(String(third.port))
})

test('a password is stored for one server and user only, and is never returned', async () => {
  const { as, member, pool, deps } = await testAcademy()
  const owner = as(await member({ role: 'owner' }))
  const password = 'canary-password-5d1e'
  const form = { ...FORM, port: '2525', user: 'office', password }
  const { revision } = (await owner.post(URL, { ...form, revision: 'none' })).body
  const renamed = await owner.post(URL, { ...form, password: '', sender_name: 'Other', revision })
  expect(renamed.status).toBe(200)
  expect(deps.services.stored.mail?.secrets).toEqual({ password })
  for (const other of [{ host: 'localhost' }, { port: '2526' }, { user: 'other' }, { security: 'tls' }])
    expect(await owner.post(URL, { ...form, password: '', ...other, revision: renamed.body.revision })).toMatchObject({
      status: 400,
      body: { fields: { password: ['Enter the password for this server and user name.'] } },
    })
  const read = await owner.get(URL)
  expect(read.body.has_password).toBe(true)
  expect(read.text).not.toContain(password)
  const { rows } = await pool.query('select t::text as line from service_settings t')
  expect(JSON.stringify(rows)).not.toContain(password)
})

test('explains wrong input by field and stores nothing', async () => {
  const { as, member, pool } = await testAcademy()
  const owner = as(await member({ role: 'owner' }))
  const send = async (change: object) =>
    (await owner.post(URL, { ...FORM, port: '587', revision: 'none', ...change })).body.fields
  for (const host of ['', 'smtp://u:p@mail.example.com', 'user@mail.example.com', '<b>x</b>', 'a b', 'x'.repeat(250)])
    expect(await send({ host })).toMatchObject({ host: [expect.any(String)] })
  for (const port of ['', '0', '65536', '25a', '-1', '1e3'])
    expect(await send({ port })).toMatchObject({ port: [expect.any(String)] })
  for (const key of ['host', 'user', 'password', 'sender_name', 'sender_address'])
    expect(await send({ [key]: 'x'.repeat(10_000) })).toMatchObject({ [key]: [expect.stringContaining('at most')] })
  for (const address of ['', 'nobody', 'a@b, c@d', 'a@b\r\nBcc: c@d'])
    expect(await send({ sender_address: address })).toMatchObject({ sender_address: [expect.any(String)] })
  for (const name of ['a@b.example', 'Line\nbreak'])
    expect(await send({ sender_name: name })).toMatchObject({ sender_name: [expect.any(String)] })
  expect((await pool.query('select from service_settings')).rowCount).toBe(0)
  expect(findServerErrors({ ...FORM, port: '25', security: 'none' }, true)).toHaveProperty('security')
})

test('says in plain English why a test email was not sent, with the answer of the server, within the limit', async () => {
  const { as, member } = await testAcademy()
  const nora = await member({ role: 'owner' })
  const owner = as(nora)
  const server = await startMailServer()
  let revision = 'none'
  const attempt = async (change: object) => {
    const saved = await owner.post(URL, { ...FORM, port: String(server.port), ...change, revision })
    expect(saved.status).toBe(200)
    revision = saved.body.revision
    return (await owner.post(`${URL}test/`, {})).body
  }
  server.refuse({ at: 'sender', code: 550 })
  expect(await attempt({})).toEqual({
    is_sent: false,
    message: expect.stringContaining('sender’s address'),
    answer: '550 5.1.1 <nora@example.com>: Not now',
  })
  server.refuse({ at: 'receiver', code: 550 })
  expect((await attempt({})).message).toContain(`rejected the recipient, ${nora.email}`)
  server.refuse(undefined)
  expect((await attempt({ port: '9' })).message).toContain('doesn’t accept connections')
  expect((await attempt({ security: 'tls' })).message).toContain('encrypted connection')
  expect((await attempt({ security: 'starttls' })).message).toContain('encrypted connection')
  expect((await attempt({ host: 'no-such-host.invalid' })).message).toContain('couldn’t find')
  expect((await attempt({ user: 'office', password: 'wrong' })).message).toContain('user name or password')
  await owner.post(`${URL}test/`, {})
})

test('gives up on a mail server that accepts the connection and says nothing', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const message = { to: 'a@example.com', memberId: null, subject: 'A', text: 'a', html: '<p>a</p>' }
  const from = { name: 'Academy', address: 'office@academy.test' }
  const server = { host: '127.0.0.1', port, security: 'none', user: '', password: '', isPublicOnly: false } as const
  const begun = performance.now()
  expect(await tryMailServer({ server, from, message, limitMs: 300 })).toMatchObject({
    isSent: false,
    failure: 'no answer',
  })
  expect(performance.now() - begun).toBeLessThan(3_000)
  expect(await tryMailServer({ server: { ...server, isPublicOnly: true }, from, message })).toMatchObject({
    isSent: false,
    failure: 'private address',
  })
})

test('a mail server in the environment takes precedence and locks the fields', async () => {
  const server = await startMailServer()
  const { as, member, deps, pool } = await testAcademy({
    settings: { SMTP_URL: `smtp://u:secret-in-url@127.0.0.1:${server.port}`, MAIL_FROM: 'Env <env@academy.test>' },
  })
  const owner = as(await member({ role: 'owner' }))
  const read = await owner.get(URL)
  expect(read.body).toMatchObject({
    state: 'locked',
    locked: { server: `127.0.0.1:${server.port}`, sender: true },
    form: { sender_name: 'Env', sender_address: 'env@academy.test' },
  })
  expect(read.text).not.toContain('secret-in-url')
  expect(await owner.post(URL, { ...FORM, port: '25', revision: 'none' })).toMatchObject({ status: 409 })
  expect((await pool.query('select from service_settings')).rowCount).toBe(0)
  expect(deps.services.inUse.mailServer).toEqual({ url: expect.stringContaining('smtp://') })
})
