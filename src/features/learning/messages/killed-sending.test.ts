import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/open-database.ts'
import { logIn } from '../../../../test/harness/api-client.ts'
import { timeLimit } from '../../../../test/harness/measure.ts'
import { printFigure } from '../../../../test/harness/print-figure.ts'
import { runKillableAcademy } from '../../../../test/harness/killable-academy.ts'

const LEARNERS = 400
const KILLS = 3
/** A process sends at most four emails of this kind at the same time. */
const AT_ONCE = 4
const MESSAGES = '/Academy/api/studio/messages/'

/** Counts accepted emails by recipient, with their Message-IDs. */
async function startMailServer() {
  const received: { to: string; id: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope: { rcptTo } }, done) {
      const receive = (source: string) => {
        received.push({ to: rcptTo[0]?.address ?? '', id: /^Message-ID: (.*)$/m.exec(source)?.[1]?.trim() ?? '' })
        done()
      }
      // A killed process leaves a message unfinished, which then counts as not received.
      void text(stream).then(receive, () => {})
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return { received, port: (server.server.address() as AddressInfo).port }
}

test(
  `${KILLS} kill -9 while a message is sent to ${LEARNERS} learners: everyone gets it, and no one two different emails`,
  async () => {
    const server = await startMailServer()
    const settings = {
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'office@academy.test',
      MESSAGES_PER_MINUTE: '6000',
    }
    const { academy, connectionString, close } = await runKillableAcademy(settings)
    onTestFinished(close)
    const { pool, close: closeDatabase } = openDatabase(connectionString, () => {})
    onTestFinished(closeDatabase)
    await pool.query(
      `with made as (
          insert into members (username, email, password_hash, email_verified_at)
          select 'reader' || n, 'reader' || n || '@example.com', '', now() from generate_series(1, ${LEARNERS}) n returning id),
        grouped as (insert into groups (name) values ('Everyone') returning id)
        insert into group_members (group_id, member_id, added_at) select grouped.id, made.id, now() from made, grouped`,
    )
    const { rows } = await pool.query<{ id: string }>('select id from groups')
    const staff = await logIn(academy.url, 'staff', 'demo-staff-2026')
    const { body: draft } = await staff.post(`${MESSAGES}new/`, { to: 'group', id: rows[0]?.id, lecture: null })
    const typed = { subject: 'Hello', body: 'Hello, {first_name}.', revision: 1, later: null }
    expect((await staff.post(`${MESSAGES}${draft.id}/send/`, typed)).status).toBe(200)
    const sent = () => new Set(server.received.map(({ to }) => to)).size
    for (let kill = 1; kill <= KILLS; kill += 1) {
      while (sent() < (kill * LEARNERS) / (KILLS + 1)) await sleep(5)
      await academy.kill()
      await academy.start()
    }
    const state = async () => (await pool.query<{ state: string }>('select state from messages')).rows[0]?.state
    while ((await state()) !== 'sent') await sleep(200)
    const again = server.received.length - LEARNERS
    printFigure(
      `${KILLS} kill -9: ${sent()} of ${LEARNERS} got the message, ${again} emails came again with their Message-ID`,
    )
    expect(sent()).toBe(LEARNERS)
    expect(new Set(server.received.map(({ id }) => id)).size).toBe(LEARNERS)
    expect(again).toBeLessThanOrEqual(KILLS * AT_ONCE)
    const { rows: results } = await pool.query(
      `select state, count(*)::int as count from message_recipients group by 1`,
    )
    expect(results).toEqual([{ state: 'sent', count: LEARNERS }])
  },
  timeLimit(300),
)
