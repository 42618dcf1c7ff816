import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mails } from '#db/tables/mails.ts'
import { siteSettings } from '#db/tables/site.ts'
import { sendReceipt, notifyOperatorOfSale } from '#features/commerce/payments/payments.public.ts'
import { withEmailLog } from '#platform/mail/logged-mail.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { startMailServer, type MailRejection } from '../../../../test/harness/mail-server.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { deleteOldEmails, readEmailLog } from './email-log.service.ts'

/** Starts an academy with a real mail server and a member whose receipt is waiting. */
async function academyWithMailServer(refusal?: MailRejection) {
  const server = await startMailServer(refusal && { refusal })
  const academy = await testAcademy({
    change: (deps) => ({ ...deps, mail: withEmailLog(server.mail, { db: deps.db, now: deps.now, onError() {} }) }),
  })
  const member = await academy.member()
  const purchaseId = await academy.purchase(member.id, (await academy.course()).id)
  await academy.deps.jobs.enqueue(academy.db, sendReceipt, { purchaseId })
  return { ...academy, server, nora: member, purchaseId }
}

const all = async ({ deps }: Pick<TestAcademy, 'deps'>) => (await readEmailLog(deps, { limit: 9 })).mails

/** Makes failed jobs due again, as the queue does after some time. */
async function tryAgain({ pool, runJobs }: Pick<TestAcademy, 'pool' | 'runJobs'>) {
  await pool.query(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
  await runJobs()
}

test('logs a sent email once with its member, address, and subject', async () => {
  const academy = await academyWithMailServer()
  await academy.runJobs()
  const { id: memberId, email: address } = academy.nora
  const [mail, ...others] = await all(academy)
  expect([mail, others]).toMatchObject([
    {
      kind: 'send-receipt',
      memberId,
      address,
      subject: 'Your receipt: Something bought',
      result: 'sent',
      answer: null,
      tries: 1,
    },
    [],
  ])
  expect(academy.server.received).toHaveLength(1)
  expect(JSON.stringify(await academy.db.select().from(mails))).not.toContain('Thank')
})

test('keeps one row for a retried email, updates its result, and stores the failure as codes', async () => {
  const academy = await academyWithMailServer({ at: 'receiver', code: 450 })
  await expect(academy.runJobs()).rejects.toThrow('5.1.1')
  expect(await all(academy)).toMatchObject([{ result: 'waiting', answer: '450 5.1.1 (RCPT TO)', tries: 1 }])

  academy.server.refuse({ at: 'receiver', code: 550 })
  await expect(tryAgain(academy)).rejects.toThrow('5.1.1')
  expect(await all(academy)).toMatchObject([{ result: 'refused', answer: '550 5.1.1 (RCPT TO)', tries: 2 }])

  // Moves the job to the failed jobs, as the queue does after the last attempt.
  await academy.pool.query(
    `with given_up as (delete from pgboss.job where name = 'send-receipt' returning id, data)
     insert into pgboss.job (name, data, source_name, source_id, source_root_id) select 'failed-jobs', data, 'send-receipt', id, id from given_up`,
  )
  expect(await all(academy)).toMatchObject([{ result: 'given up', tries: 2 }])

  academy.server.refuse(undefined)
  expect(await academy.deps.jobs.retryFailed()).toBe(1)
  await academy.runJobs()
  expect(await all(academy)).toMatchObject([{ result: 'sent', answer: null, tries: 3 }])

  // A process that is killed before its job is done sends nothing again if the log says that the email was sent.
  await academy.pool.query(`update pgboss.job set state = 'retry', start_after = now()`)
  await academy.runJobs()
  expect(await all(academy)).toMatchObject([{ result: 'sent', tries: 3 }])
  expect(academy.server.received).toHaveLength(1)
})

test('sends an email again with the same Message-ID if the process was killed before the log entry was written', async () => {
  const academy = await academyWithMailServer()
  await academy.runJobs()
  const [sent] = await all(academy)
  await academy.pool.query('delete from mails')
  await academy.pool.query(`update pgboss.job set state = 'retry', start_after = now()`)
  await academy.runJobs()
  const ids = academy.server.received.map(({ source }) => /^Message-ID: (.*)$/m.exec(source)?.[1]?.trim())
  expect(ids).toEqual([`<${sent?.id}@academy.test>`, `<${sent?.id}@academy.test>`])
})

test('logs operator emails without a member, and finds emails by member, address, and day in three statements', async () => {
  const academy = await academyWithMailServer()
  const { deps, db, nora, purchaseId, runJobs, setTime } = academy
  await db.insert(siteSettings).values({ settings: { email: 'office@academy.test' } })
  await deps.jobs.enqueue(db, notifyOperatorOfSale, { purchaseId })
  await runJobs()
  const addressesOf = async (filter: object) =>
    (await readEmailLog(deps, { limit: 9, ...filter })).mails.map(({ address }) => address)
  expect(await addressesOf({ address: 'OFFICE@academy.test' })).toEqual(['office@academy.test'])
  expect(await addressesOf({ memberId: nora.id })).toEqual([nora.email])
  expect(await addressesOf({ since: new Date(Date.now() + 60_000) })).toEqual([])
  expect(await readEmailLog(deps, { limit: 1 })).toMatchObject({ mails: [{}], isMore: true })
  expect(await countStatements(async () => void (await readEmailLog(deps, { limit: 9 })))).toBeLessThanOrEqual(3)

  setTime(new Date(Date.now() + 89 * 86_400_000))
  await deleteOldEmails(deps)
  expect(await db.select().from(mails)).toHaveLength(2)
  setTime(new Date(Date.now() + 91 * 86_400_000))
  await deleteOldEmails(deps)
  expect(await db.select().from(mails)).toEqual([])
})

test("neither blocks an email nor sends it twice when the log entry can't be written", async () => {
  const academy = await academyWithMailServer()
  await academy.pool.query('alter table mails rename to mails_away')
  await academy.runJobs()
  await academy.pool.query('alter table mails_away rename to mails')
  expect(academy.server.received).toHaveLength(1)
  expect(await academy.db.select().from(mails).where(eq(mails.result, 'sent'))).toEqual([])
})
