import { expect, test } from 'vitest'
import { readBounceMailbox } from '#features/people/delivery-reports/delivery-reports.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { startImapServer } from '../../../../test/harness/imap-server.ts'
import { startMailServer } from '../../../../test/harness/mail-server.ts'

const URL = '/Academy/api/studio/settings/email/'
const SERVER = { host: '127.0.0.1', security: 'none', user: '', password: '' }
const SENDER = { sender_name: 'Academy', sender_address: 'office@academy.test' }
const NO_MAILBOX = { ...SERVER, host: '', port: '993', folder: '', address: '' }

test('an owner sets up the return address and the mailbox, checks it, and sees when it was read', async () => {
  const { as, member, deps, pool } = await testAcademy()
  const [smtp, imap] = [await startMailServer(), await startImapServer()]
  const owner = as(await member({ role: 'owner' }))
  const form = { ...SERVER, port: String(imap.port), user: imap.user, folder: '', address: 'bounces@academy.test' }
  const save = async (change: object, revision: string) =>
    owner.post(`${URL}bounces/`, { ...form, password: imap.password, ...change, revision })
  expect(await save({}, 'none')).toMatchObject({ status: 409, body: { message: 'Save your mail server first.' } })
  expect(await owner.post(`${URL}bounces/check/`, {})).toMatchObject({ status: 409 })

  const sender = { ...SERVER, port: String(smtp.port), ...SENDER }
  let { revision } = (await owner.post(URL, { ...sender, revision: 'none' })).body
  const saved = await save({}, revision)
  expect(saved).toMatchObject({ status: 200, body: { message: 'Saved. Now check the mailbox.' } })
  expect((await owner.post(`${URL}bounces/check/`, {})).body).toEqual({
    is_open: true,
    message: 'We can read the mailbox. It has 0 messages.',
  })
  await readBounceMailbox(deps)
  const read = await owner.get(URL)
  expect(read.text).not.toContain(imap.password)
  expect(read.body.bounces).toEqual({
    form: { ...form, password: undefined, folder: 'INBOX' },
    has_password: true,
    locked: { mailbox: null, address: false },
    is_read: true,
    read_at: expect.any(String),
    problem: null,
    failing_since: null,
  })
  await deps.mail.send({ to: 'a@example.com', memberId: null, subject: 'A', text: 'a', html: '<p>a</p>' })
  expect(smtp.received.at(-1)).toMatchObject({ from: 'bounces@academy.test', to: ['a@example.com'] })
  expect(smtp.received.at(-1)?.source).toContain('office@academy.test')

  // Saving the sender leaves the mailbox as it is, and the other way around.
  revision = (await owner.post(URL, { ...sender, sender_name: 'Other', revision: read.body.revision })).body.revision
  expect(deps.services.inUse.bounceMailbox).toMatchObject({ password: imap.password, folder: 'INBOX' })
  revision = (await save({ password: '', folder: 'Missing' }, revision)).body.revision
  expect(deps.services.inUse).toMatchObject({ sender: { name: 'Other' }, bounceMailbox: { password: imap.password } })
  expect((await owner.post(`${URL}bounces/check/`, {})).body).toEqual({
    is_open: false,
    message: 'The mailbox has no folder named Missing. Check its spelling.',
  })
  await readBounceMailbox(deps)
  expect((await owner.get(URL)).body.bounces).toMatchObject({
    problem: 'The mailbox has no folder named Missing. Check its spelling.',
    failing_since: expect.any(String),
  })
  expect((await pool.query('select t::text as line from service_settings t')).rows.join()).not.toContain(imap.password)
  for (const other of [{ host: 'localhost' }, { port: '2526' }, { user: 'other' }])
    expect((await save({ password: '', ...other }, revision)).body.fields).toEqual({
      password: ['Enter the password for this server and user name.'],
    })
  expect((await save({ user: '', password: '', address: 'nobody', port: 'x' }, revision)).body.fields).toEqual({
    address: ['Enter an email address, such as bounces@example.com.'],
    port: ['Enter the port as a number. Usually, it is 993 or 143.'],
    user: ['Enter the user name of the mailbox.'],
  })
  expect((await save(NO_MAILBOX, revision)).body.message).toBe('Saved.')
  expect(deps.services.inUse.bounceMailbox).toBeUndefined()
  await readBounceMailbox(deps)
  expect((await pool.query('select from bounce_mailboxes')).rowCount).toBe(0)
})

test('what the environment sets takes precedence and can’t be changed', async () => {
  const { as, member, deps } = await testAcademy({
    settings: {
      BOUNCE_MAILBOX: 'imaps://office:secret%40@imap.example.com/Returned',
      BOUNCE_ADDRESS: 'b@academy.test',
    },
  })
  const owner = as(await member({ role: 'owner' }))
  const read = await owner.get(URL)
  expect(read.body.bounces).toMatchObject({
    form: { address: 'b@academy.test' },
    locked: { mailbox: 'office@imap.example.com/Returned', address: true },
  })
  expect(read.text).not.toContain('secret')
  expect(deps.services.inUse.bounceMailbox).toEqual({
    host: 'imap.example.com',
    port: 993,
    security: 'tls',
    user: 'office',
    password: 'secret@',
    folder: 'Returned',
    isPublicOnly: false,
  })
  expect(await owner.post(`${URL}bounces/`, { ...NO_MAILBOX, revision: 'none' })).toMatchObject({ status: 409 })
})

test.each([
  'smtp://u:p@imap.example.com',
  'imaps://imap.example.com',
  'imaps://u@imap.example.com',
  'imap.example.com',
])('refuses to start with the mailbox %s', async (url) => {
  await expect(testAcademy({ settings: { BOUNCE_MAILBOX: url } })).rejects.toThrow(
    'BOUNCE_MAILBOX must be an address such as imaps://',
  )
})
