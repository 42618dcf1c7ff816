import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { members } from '#db/tables/members.ts'
import { notify } from '#features/people/notifications/notifications.public.ts'
import { sendReceipt } from '#features/commerce/payments/payments.public.ts'
import { withEmailLog } from '#platform/mail/logged-mail.ts'
import { pageAddress } from '#shared/pages.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { startMailServer, type MailRejection } from '../../../../test/harness/mail-server.ts'
import { mayReceiveOptionalEmail } from './suppressions.public.ts'

/** An academy with a real mail server, which tries to send a member a receipt that this server rejects. */
async function academyWithRejectedReceipt(refusal: MailRejection | undefined) {
  const server = await startMailServer(refusal && { refusal })
  const academy = await testAcademy({
    change: (deps) => ({ ...deps, mail: withEmailLog(server.mail, { db: deps.db, now: deps.now, onError() {} }) }),
  })
  const { db, deps, pool, runJobs } = academy
  const nora = await academy.member()
  const purchaseId = await academy.purchase(nora.id, (await academy.course()).id)
  const sendReceiptNow = async () => {
    await deps.jobs.enqueue(db, sendReceipt, { purchaseId })
    await runJobs().catch(() => {})
    await pool.query(`delete from pgboss.job where state in ('active', 'retry')`)
  }
  let number = 0
  const notifyNow = async () => {
    const cause = `post:${number++}`
    const of = { kind: 'reply', cause, words: 'A reply.', address: pageAddress('/Account/'), to: nora.id } as const
    await db.transaction((tx) => notify(deps, tx, { ...of, now: deps.now() }))
    await runJobs()
  }
  const suppressions = async () =>
    (await pool.query('select reason, address, answer from email_suppressions order by reason')).rows
  const subjects = () => server.received.map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim())
  await sendReceiptNow()
  return { ...academy, server, nora, sendReceiptNow, notifyNow, suppressions, subjects }
}

test('sends a dead mailbox no optional emails anymore, and still sends required ones', async () => {
  const academy = await academyWithRejectedReceipt({ at: 'receiver', code: 550 })
  const { nora, server, suppressions, notifyNow, sendReceiptNow, subjects, pool } = academy
  const bounce = { reason: 'bounced', address: nora.email.toLowerCase(), answer: '550 5.1.1 (RCPT TO)' }
  expect(await suppressions()).toEqual([bounce])
  expect((await pool.query('select bounced_at is not null as bounced from mails')).rows).toEqual([{ bounced: true }])
  server.refuse(undefined)
  await notifyNow()
  expect(subjects()).toEqual([])
  await sendReceiptNow()
  expect(subjects()).toEqual(['Your receipt: Something bought'])
  // A relay accepts everything, so an accepted email proves nothing.
  expect(await suppressions()).toEqual([bounce])
})

test.each<MailRejection>([
  { at: 'receiver', code: 550, status: '5.7.1' },
  { at: 'receiver', code: 552, status: '5.2.2' },
  { at: 'receiver', code: 450, status: '4.1.1' },
  { at: 'sender', code: 550, status: '5.1.1' },
  { at: 'data', code: 550, status: '5.1.1' },
])('goes on sending optional emails after %j', async (refusal) => {
  const { server, suppressions, notifyNow, subjects } = await academyWithRejectedReceipt(refusal)
  server.refuse(undefined)
  expect(await suppressions()).toEqual([])
  await notifyNow()
  expect(subjects()).toEqual(['A reply'])
})

test('sends optional emails again once the member opens an emailed link, or has another address', async () => {
  const academy = await academyWithRejectedReceipt({ at: 'receiver', code: 550 })
  const { nora, server, suppressions, sendReceiptNow, notifyNow, subjects, as, db, runJobs } = academy
  server.refuse(undefined)
  await as(undefined).post('/Academy/api/forgot-password/', { email: nora.email })
  await runJobs()
  const token = /ResetPassword\/([\w-]+)/.exec(server.received[0]?.source.replaceAll('=\r\n', '') ?? '')?.[1]
  const changed = await as(undefined).post('/Academy/api/reset-password/', {
    token,
    password: 'a-new-passphrase-2026',
    confirm_password: 'a-new-passphrase-2026',
    sign_in: false,
  })
  expect(changed.status).toBe(200)
  expect(await suppressions()).toEqual([])

  server.refuse({ at: 'receiver', code: 550 })
  await sendReceiptNow()
  expect(await mayReceiveOptionalEmail(academy.deps.db, nora.id)).toBe(false)
  server.refuse(undefined)
  server.received.length = 0
  await db
    .update(members)
    .set({ email: 'other@example.com' })
    .where(sql`${members.id} = ${nora.id}`)
  expect(await mayReceiveOptionalEmail(academy.deps.db, nora.id)).toBe(true)
  await notifyNow()
  expect(subjects()).toContain('A reply')
})
