import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { sendCertificate } from '#features/credentials/certificates/certificates.queues.ts'
import { openJobs } from '#db/jobs.ts'
import { type Db, openDatabase } from '#db/open-database.ts'
import { sendRequest } from '../test/harness/load.ts'
import type { RunningAcademy } from '../test/harness/running-academy.ts'
import { addMembers, logIn } from './members.ts'
import { withAcademyOnPostgres } from './on-postgres.ts'
import type { Row } from './row.ts'

const OF_EACH = 30
const COURSE = 'defense-medical-exam-training'
/**
 * How much longer the event loop may be blocked than during cheap requests, which show the effect of the machine's
 * other load.
 */
const MAX_EXTRA_MS = 50
const CALMLY_MS = 3_000
/** The sampling interval, which is the measured value when nothing blocks. */
const RESOLUTION_MS = 10

/**
 * The maximum time that other requests wait while invoices, certificates, and pictures are requested at the same time.
 */
export async function blocking(): Promise<Row[]> {
  return withAcademyOnPostgres({}, async (academy) => {
    const connectionString = academy.environment.DATABASE_URL
    const { db, close } = openDatabase(connectionString, () => {})
    const jobs = openJobs(connectionString, () => {})
    await jobs.start({ work: false })
    try {
      await addMembers(db, OF_EACH, 1)
      await addCourses(db)
      const invoices = await invoiceCalls(db)
      const certificates = await addCertificates(db)
      const pictures = Array.from({ length: OF_EACH }, (_, n) => `/share/course/held-${n}.png`)
      // The first request of each kind compiles its drawing code.
      await Promise.all([sendRequest(`${academy.url}/share/academy.png`), invoices[0]?.(academy.url)])

      await measureMaxHold(academy)
      await askCheaply(academy)
      const idle = await measureMaxHold(academy)
      await db.transaction(async (tx) => {
        for (const certificateId of certificates) await jobs.enqueue(tx, sendCertificate, { certificateId })
      })
      await Promise.all([
        ...invoices.slice(1).map((download) => download(academy.url)),
        ...pictures.map((picture) => sendRequest(academy.url + picture)),
        untilMailed(db),
      ])
      const what = `longest hold of the event loop: ${OF_EACH} each of invoices, certificates, pictures`
      return [{ what, ours: await measureMaxHold(academy), limit: idle + MAX_EXTRA_MS, unit: 'ms' }]
    } finally {
      await jobs.stop()
      await close()
    }
  })
}

async function askCheaply({ url }: RunningAcademy): Promise<void> {
  const since = performance.now()
  while (performance.now() - since < CALMLY_MS) {
    await Promise.all(Array.from({ length: OF_EACH }, () => sendRequest(`${url}/Academy/api/courses/`)))
    await sleep(100)
  }
}

/** The longest time that the event loop was blocked since the last call. */
async function measureMaxHold({ url }: RunningAcademy): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const seconds = Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1])
  return Math.max(0, Math.round(seconds * 1_000) - RESOLUTION_MS)
}

async function untilMailed(db: Db): Promise<void> {
  const done = sql`select from pgboss.job where name = ${sendCertificate.name} and state = 'completed'`
  while ((await db.execute(done)).rows.length < OF_EACH) await sleep(100)
}

async function addCourses(db: Db): Promise<void> {
  await db.execute(sql`insert into products (slug, kind, title, short_description, full_description, price_cents, published_at)
    select 'held-' || n, 'course', 'A course on the art of waiting, part ' || n, '', '', 100, now() from generate_series(0, ${OF_EACH - 1}::int) n`)
}

/** One invoice download per member. */
async function invoiceCalls(db: Db): Promise<((url: string) => Promise<void>)[]> {
  const members = await logIn(db, OF_EACH)
  // These purchases were inserted as paid, so they have no invoices yet.
  await db.execute(sql`select issue_invoice(id, now(), academy_day(now())) from purchases`)
  const orders = members.map(async ({ id, token }) => {
    const { rows } = await db.execute<{ number: string }>(
      sql`select order_number as number from purchases where member_id = ${id}`,
    )
    return (url: string) =>
      sendRequest(`${url}/Academy/api/account/orders/${rows[0]?.number}/invoice/`, undefined, {
        authorization: `Token ${token}`,
      })
  })
  return Promise.all(orders)
}

async function addCertificates(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with course as (select id, title from products where slug = ${COURSE}), attempts as (
      insert into exam_attempts (member_id, course_id, score, total, answers, is_counted_by_server)
      select m.id, course.id, 9, 10, '[]', true from members m, course where m.username ^@ 'member' returning id, member_id, course_id
    )
    insert into certificates (id, member_id, course_id, attempt_id, printed_name, course_name)
    select 'held-' || a.id, a.member_id, a.course_id, a.id, 'Nora Nightingale', course.title from attempts a, course returning id`)
  return rows.map(({ id }) => id)
}
