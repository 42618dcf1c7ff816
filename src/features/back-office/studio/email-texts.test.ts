import { describe, expect, test } from 'vitest'
import type { EmailTextName } from '#features/foundation/email-texts/email-texts.public.ts'
import { type Reply, testAcademy } from '../../../../test/harness/academy.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { createGraduate } from '../../../../test/harness/graduate.ts'
import { startMailServer } from '../../../../test/harness/mail-server.ts'

const TEXTS = '/Academy/api/studio/email-texts/'
const STANDARD = { subject: 'Your receipt: {item}', opening: '{item} is ready.' }

type Text = { subject: string; opening: string }

async function academyWithMailServer() {
  const server = await startMailServer()
  const academy = await testAcademy({ change: (deps) => ({ ...deps, mail: server.mail }) })
  const owner = await academy.member({ role: 'owner' })
  const { get, post } = academy.as(owner)
  const read = async (name: EmailTextName) => (await get(`${TEXTS}${name}/`)).body
  return {
    ...academy,
    owner,
    read,
    post: (name: EmailTextName, what: '' | 'preview/' | 'test/', body: object) => post(`${TEXTS}${name}/${what}`, body),
    save: async (name: EmailTextName, text: Text): Promise<Reply> => {
      const { revision } = await read(name)
      return post(`${TEXTS}${name}/`, { ...text, revision })
    },
    list: async (): Promise<{ name: string; subject: string; is_changed: boolean }[]> => (await get(TEXTS)).body.emails,
    /** Runs the jobs, and returns the next emails, decoded. */
    async arrived() {
      await academy.runJobs()
      return server.received.splice(0).map(({ to, source }) => ({ to, ...decode(source) }))
    },
  }
}

/** The subject and both bodies of a message as mail servers receive it. */
function decode(source: string) {
  const [head = ''] = source.split('\r\n\r\n', 1)
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(head)?.[1]?.replaceAll(/\r\n[ \t]/g, ' ')
  const body = (type: string) => {
    const part = new RegExp(`Content-Type: ${type};.*?\r\n\r\n(.*?)\r\n--`, 's').exec(source)?.[1] ?? ''
    const bytes = part
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
  }
  return { subject, text: body('text/plain'), html: body('text/html'), head }
}

describe('an email arrives with', () => {
  test('the text in force when it is sent, whatever the name of the member, and the standard text once restored', async () => {
    const { as, member, course, save, arrived, list, emulator } = await academyWithMailServer()
    const hostile = '{order}{academy} <b>Nora</b>\u202E\r\nBcc: a@example.com'
    const nurse = as(await member({ firstName: hostile, lastName: '' }))
    const buy = async (title: string) => {
      const { slug } = await course({ title })
      const { body } = await nurse.post('/Academy/create-payment-intent/', { courseId: slug })
      await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
      await nurse.post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${getIntentId(body.clientSecret)}`)
    }
    await buy('Facts & {name}')
    // Changed while the email waits.
    const own = { subject: 'Welcome, {name}', opening: 'Hi {name},\n\nyou can begin {item} <b>now</b>.' }
    expect((await save('receipt', own)).body.message).toBe('Saved. The next emails will have this text.')
    const name = '{order}{academy} <b>Nora</b> Bcc: a@example.com'
    const [changed] = await arrived()
    expect(changed?.subject).toBe(`Welcome, ${name}`)
    expect(changed?.head).not.toMatch(/^Bcc/m)
    expect(changed?.text).toContain(
      `Hi ${name},\n\nyou can begin Facts & {name} <b>now</b>.\n\nThe invoice is attached as a PDF.\n\nOrder: `,
    )
    expect(changed?.html).toContain('>Hi {order}{academy} &lt;b&gt;Nora&lt;/b&gt; Bcc: a@example.com,</p>')
    expect(changed?.html).toContain('>you can begin Facts &amp; {name} &lt;b&gt;now&lt;/b&gt;.</p>')
    expect(changed?.html).toMatch(/class="button".*Go to the course/s)
    expect((await list()).filter(({ is_changed: isChanged }) => isChanged)).toMatchObject([
      { name: 'receipt', subject: 'Welcome, {name}' },
    ])
    await save('receipt', STANDARD)
    await buy('Forms')
    const [restored] = await arrived()
    expect(restored?.subject).toBe('Your receipt: Forms')
    expect(restored?.text).toContain(
      'Thanks for your order\n\nForms is ready. The invoice is attached as a PDF.\n\nOrder: ',
    )
    expect((await list()).some(({ is_changed: isChanged }) => isChanged)).toBe(false)
  })

  test('the owner’s text for verifications and certificates', async () => {
    const academy = await academyWithMailServer()
    const { as, save, arrived, member } = academy
    await save('verification', { subject: 'Welcome to {academy}', opening: 'One more step.' })
    await save('certificate', { subject: 'Well done, {first_name}', opening: 'Hi {first_name}. {result}!' })
    const newcomer = await member({ isVerified: false })
    await as(undefined).post(`/Academy/api/resend-verification/${encodeURIComponent(newcomer.email)}`)
    const { nurse } = await createGraduate(academy, { firstName: 'Nora', lastName: 'Night' })
    const emails = await arrived()
    const verification = emails.find(({ to }) => to[0] === newcomer.email)
    expect(verification?.subject).toBe('Welcome to Legal Nurse Academy')
    expect(verification?.text).toMatch(
      /^Verify your email\n\nOne more step\.\n\nVerify my email:\nhttp\S+\n\nThe link works once/,
    )
    const certificate = emails.find(({ to }) => to[0] === nurse.email)
    expect(certificate?.subject).toBe('Well done, Nora')
    expect(certificate?.text).toMatch(
      /^Congratulations, Nora Night\n\nHi Nora\. You passed the exam for .*!\n\nShare the link below/,
    )
  })
})

test('logs the old and new text, stores only what differs, and reports unchanged texts', async () => {
  const { save, pool } = await academyWithMailServer()
  await save('receipt', { ...STANDARD, opening: ' Hi {first_name},  welcome.\n' })
  const { rows } = await pool.query(
    `select subject_name, before, after from audit_events where kind = 'site.email_text_saved'`,
  )
  const opening = 'Hi {first_name}, welcome.'
  expect(rows).toEqual([{ subject_name: 'Receipt', before: STANDARD, after: { ...STANDARD, opening } }])
  const stored = await pool.query(`select settings -> 'email_texts' as texts from site_settings`)
  expect(stored.rows).toEqual([{ texts: { receipt: { opening } } }])
  expect((await save('receipt', { ...STANDARD, opening })).body.message).toBe('No changes to save.')
  await save('receipt', STANDARD)
  const none = await pool.query(`select settings ? 'email_texts' as is_stored from site_settings`)
  expect(none.rows).toEqual([{ is_stored: false }])
})

test('reports errors on their field and stores nothing', async () => {
  const { post, read, pool } = await academyWithMailServer()
  const { revision } = await read('receipt')
  const wrong = { subject: 'Your {itme}\u202E', opening: '' }
  for (const [what, body] of [
    ['', { ...wrong, revision }],
    ['preview/', wrong],
    ['test/', wrong],
  ] as const) {
    const reply = await post('receipt', what, body)
    expect([reply.status, reply.body.fields]).toEqual([
      400,
      {
        subject: [
          'This contains invisible characters. Type it again, or paste it as plain text.',
          'There is no {itme}. Did you mean {item}?',
        ],
        opening: ['Enter at least one sentence.'],
      },
    ])
  }
  expect((await read('receipt')).subject).toBe(STANDARD.subject)
  expect((await pool.query('select 1 from audit_events')).rows).toEqual([])
})

test('rejects the second of two simultaneous saves of one email, and accepts two emails', async () => {
  const { post, read, save } = await academyWithMailServer()
  const { revision } = await read('receipt')
  const saveReceipt = (subject: string) => post('receipt', '', { ...STANDARD, subject, revision })
  const refund = { subject: 'Money back', opening: 'It goes {destination}.' }
  const [one, two, other] = await Promise.all([saveReceipt('One'), saveReceipt('Two'), save('refund', refund)])
  expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 503])
  const refused = one.status === 503 ? one : two
  expect(refused.body.message).toContain('Someone else saved this email’s text.')
  expect(other.status).toBe(200)
  expect((await read('refund')).subject).toBe('Money back')
  // The page continues with the revision of the response.
  const { revision: next } = (one.status === 200 ? one : two).body
  expect((await post('receipt', '', { ...STANDARD, subject: 'Three', revision: next })).status).toBe(200)
})

test('previews and sends typed texts to the owner alone, without saving them, and not too often', async () => {
  const { owner, post, arrived, read } = await academyWithMailServer()
  const typed = { subject: 'Hi {name}', opening: 'You have {item}.' }
  const preview = await post('receipt', 'preview/', typed)
  expect(preview.body.subject).toBe('Hi Sam Sample')
  expect(preview.body.html).toContain('>You have Reading a Medical Record.</p>')
  expect(preview.body.html).toContain('$249.00')
  expect((await post('study_reminder', 'test/', { ...typed, opening: 'Go on.', subject: '{course}' })).status).toBe(200)
  const { body } = await post('receipt', 'test/', typed)
  expect(body.message).toBe(`We’re sending it to ${owner.email}. It should arrive within a minute.`)
  const emails = await arrived()
  expect(emails.map(({ to, subject }) => [to[0], subject])).toEqual([
    [owner.email, '[Test] Reading a Medical Record'],
    [owner.email, '[Test] Hi Sam Sample'],
  ])
  expect(emails.map(({ head }) => head).join('\n')).not.toContain('List-Unsubscribe')
  expect((await read('receipt')).is_changed).toBe(false)
  let last = body
  for (let tried = 0; tried < 30; tried++) ({ body: last } = await post('receipt', 'test/', typed))
  expect(last.message).toMatch(/^You’ve sent too many test emails\. Try again in \d+ minutes\.$/)
})

test('every email can be previewed with another text', async () => {
  const { list, post } = await academyWithMailServer()
  const emails = await list()
  expect(emails.length).toBeGreaterThan(20)
  for (const { name } of emails) {
    const opening = name === 'refund' ? 'Own words, {destination}.' : 'Own words, {academy}.'
    const { body } = await post(name as EmailTextName, 'preview/', { subject: 'Own subject', opening })
    expect([name, body.subject]).toEqual([name, 'Own subject'])
    expect(body.html).toMatch(/>Own words, (?:to your card \(Visa ending in 4242\)|Legal Nurse Academy)\.<\/p>/)
    expect(body.html).not.toMatch(/\{\w+\}(?!\s*[@.:])/)
  }
})
