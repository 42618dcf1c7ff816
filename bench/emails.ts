import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { sendReceipt } from '#features/commerce/payments/payments.public.ts'
import { openJobs } from '#db/jobs.ts'
import { openDatabase } from '#db/open-database.ts'
import { createApiClient } from '../test/harness/api-client.ts'
import { findFreePort, type RunningAcademy } from '../test/harness/running-academy.ts'
import { addMembers } from './members.ts'
import { withAcademyOnPostgres } from './on-postgres.ts'
import type { Row } from './row.ts'

const MS_PER_EMAIL = 50
const REGISTRATIONS = 30
const WAITING = 1_000
// After this time, retry delays have reached their maximum.
const AWAY_MS = 30_000
const LIMIT_MS = 300_000

/**
 * How soon emails are sent: thirty requested at once, and a thousand that waited while the mail server was unavailable.
 */
export async function emails(): Promise<Row[]> {
  const [first, one] = await onProcesses(undefined)
  const [, two] = await onProcesses(2)
  return [
    { what: `the last letter of ${REGISTRATIONS} registrations at once`, ours: first, limit: 5, unit: 's' },
    { what: `${WAITING} receipts, after the return of the mail server, one process`, ours: one, limit: 60, unit: 's' },
    { what: 'the same, two processes', ours: two, limit: 60, unit: 's' },
  ]
}

async function onProcesses(workers: number | undefined): Promise<[registrations: number, receipts: number]> {
  const port = await findFreePort()
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'office@academy.test' }
  return withAcademyOnPostgres({ settings, ...(workers && { workers }) }, async (academy) => {
    const server = await mailServer(port)
    const registering = performance.now()
    await Promise.all(Array.from({ length: REGISTRATIONS }, (_, n) => register(academy, n)))
    await server.received(REGISTRATIONS)
    const registered = (performance.now() - registering) / 1_000
    await server.close()

    await enqueueReceipts(academy.environment.DATABASE_URL)
    await sleep(AWAY_MS)
    const back = await mailServer(port)
    const returned = performance.now()
    await back.received(WAITING)
    const sent = (performance.now() - returned) / 1_000
    await back.close()
    console.log(
      `  ${workers ?? 1} processes: ${rounded(registered)} s for registrations, ${rounded(sent)} s for receipts`,
    )
    return [rounded(registered), rounded(sent)]
  })
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10
}

async function register({ url }: RunningAcademy, n: number): Promise<void> {
  const { status } = await createApiClient(url).post('/Academy/api/register/', {
    first_name: 'Nora',
    last_name: 'Nightingale',
    email: `nora${n}@example.com`,
    username: `nora${n}`,
    password: 'a lamp in every ward',
    confirm_password: 'a lamp in every ward',
  })
  if (status >= 300) throw new Error(`A registration was answered ${status}`)
}

/** Enqueues the receipts of sales, one job each, as sales do. */
async function enqueueReceipts(connectionString: string): Promise<void> {
  const { db, pool, close } = openDatabase(connectionString, () => {})
  const jobs = openJobs(connectionString, () => {})
  try {
    await addMembers(db, WAITING, 1)
    const { rows } = await pool.query<{ id: string }>(
      `select p.id from purchases p join members m on m.id = p.member_id where m.username like 'member%'`,
    )
    await jobs.start({ work: false })
    await db.transaction(async (tx) => {
      for (const { id } of rows) await jobs.enqueue(tx, sendReceipt, { purchaseId: id })
    })
  } finally {
    await jobs.stop()
    await close()
  }
}

/** Accepts each email after 50 ms. */
async function mailServer(port: number) {
  let received = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.resume()
      stream.once('end', () =>
        setTimeout(() => {
          received += 1
          done()
        }, MS_PER_EMAIL),
      )
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  if ((server.server.address() as AddressInfo).port !== port) throw new Error('The mail server listens elsewhere')
  return {
    async received(many: number): Promise<void> {
      const since = performance.now()
      while (received < many) {
        if (performance.now() - since > LIMIT_MS) throw new Error(`${received} of ${many} letters came`)
        await sleep(20)
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
      }),
  }
}
