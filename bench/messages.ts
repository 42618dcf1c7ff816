import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { openJobs } from '#db/jobs.ts'
import { openDatabase } from '#db/open-database.ts'
import { sendReceipt } from '#features/commerce/payments/payments.public.ts'
import { logIn } from '../test/harness/api-client.ts'
import { findFreePort, type RunningAcademy } from '../test/harness/running-academy.ts'
import { addMembers } from './members.ts'
import { withAcademyOnPostgres } from './on-postgres.ts'
import type { Row } from './row.ts'

const LEARNERS = 5_000
const RECEIPTS = 30
const RECEIPT_EVERY_MS = 2_000
const LIMIT_MS = 60_000
const MESSAGES = '/Academy/api/studio/messages/'

/** How long receipts take while a message is being sent to 5,000 learners, at the default rate. */
export async function messages(): Promise<Row[]> {
  const port = await findFreePort()
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'office@academy.test' }
  return withAcademyOnPostgres({ settings }, async (academy) => {
    const server = await startMailServer(port)
    const database = openDatabase(academy.environment.DATABASE_URL, () => {})
    const jobs = openJobs(academy.environment.DATABASE_URL, () => {})
    try {
      await addMembers(database.db, LEARNERS, 1)
      const { rows } = await database.pool.query<{ id: string; course: string }>(
        `select p.id, p.product_id as course from purchases p join members m on m.id = p.member_id
          where m.username like 'member%' limit ${RECEIPTS}`,
      )
      const startMs = await sendMessage(academy, rows[0]?.course ?? '')
      const sendingSince = performance.now()
      await jobs.start({ work: false })
      const waits: number[] = []
      for (const [n, { id }] of rows.entries()) {
        const caused = performance.now()
        await database.db.transaction((tx) => jobs.enqueue(tx, sendReceipt, { purchaseId: id }))
        await server.received('Your receipt', n + 1)
        waits.push((performance.now() - caused) / 1_000)
        await sleep(RECEIPT_EVERY_MS)
      }
      const perMinute = (server.count('Hello') * 60_000) / (performance.now() - sendingSince)
      console.log(`  ${server.count('Hello')} emails of the message, ${Math.round(perMinute)} per minute`)
      return [
        { what: `a message to ${LEARNERS} learners starts`, ours: round(startMs / 1_000), limit: 10, unit: 's' },
        {
          what: `the slowest of ${RECEIPTS} receipts while it is sent`,
          ours: round(Math.max(...waits)),
          limit: 5,
          unit: 's',
        },
        { what: 'emails of the message per minute', ours: Math.round(perMinute), limit: 310, unit: '' },
      ]
    } finally {
      await jobs.stop()
      await database.close()
      await server.close()
    }
  })
}

const round = (seconds: number) => Math.round(seconds * 10) / 10

/** Returns how long the request takes. */
async function sendMessage({ url }: RunningAcademy, courseId: string): Promise<number> {
  const staff = await logIn(url, 'staff', 'demo-staff-2026')
  const { body: draft } = await staff.post(`${MESSAGES}new/`, { to: 'course', id: courseId, lecture: null })
  const since = performance.now()
  const typed = { subject: 'Hello', body: 'Hello, {first_name}.', revision: 1, later: null }
  const { status, body } = await staff.post(`${MESSAGES}${draft.id}/send/`, typed)
  if (status !== 200) throw new Error(`The message was answered ${status}: ${JSON.stringify(body)}`)
  return performance.now() - since
}

/** Accepts each email at once, and counts them by subject. */
async function startMailServer(port: number) {
  const subjects: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      void text(stream).then((source) => {
        subjects.push(/^Subject: (.*)$/m.exec(source)?.[1] ?? '')
        done()
      })
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const count = (start: string) => subjects.filter((subject) => subject.startsWith(start)).length
  return {
    count,
    async received(start: string, many: number): Promise<void> {
      const since = performance.now()
      while (count(start) < many) {
        if (performance.now() - since > LIMIT_MS) throw new Error(`${count(start)} of ${many} emails came`)
        await sleep(20)
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
      }),
  }
}
