import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { selectOwners } from '#features/foundation/ownership/ownership.public.ts'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { pageAddress } from '#shared/pages.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import {
  selectStaffWithPermission,
  notify,
  type NotificationContent,
  withdrawNotifications,
} from './notifications.public.ts'
import { CHANNEL } from './notifications.rules.ts'
import { deleteOldNotifications } from './notifications.service.ts'

const A_REPLY = { kind: 'reply', cause: 'post:1', words: 'A reply.', address: pageAddress('/Account/') } as const

async function createNotifyingAcademy() {
  const academy = await testAcademy()
  const { deps, db, pool } = academy
  const send = (given: Partial<NotificationContent> & Pick<NotificationContent, 'to'>) =>
    db.transaction((tx) => notify(deps, tx, { ...A_REPLY, now: deps.now(), ...given }))
  const stored = async () =>
    (
      await pool.query<Record<string, unknown>>(
        'select member_id, cause, to_mail from notices order by cause, member_id',
      )
    ).rows
  return { ...academy, send, stored }
}

/** Collects the messages that listening processes receive. */
async function listening({ pool }: TestAcademy) {
  const client = new pg.Client(pool.options as pg.ClientConfig)
  await client.connect()
  onTestFinished(() => client.end())
  const heard: string[] = []
  client.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await client.query(`listen ${CHANNEL}`)
  return { heard, all: () => client.query('select') }
}

test('notifies a member of one cause once across kinds, skips the author, and sends nothing after a rollback', async () => {
  const { send, stored, member, db, deps } = await createNotifyingAcademy()
  const [nora, kim] = [await member(), await member()]
  await send({ to: nora.id })
  await send({ to: sql`select id from members`, kind: 'followed-thread', except: kim.id })
  await Promise.all([1, 2, 3].map(() => send({ to: nora.id, cause: 'post:2' })))
  await db
    .transaction(async (tx) => {
      await notify(deps, tx, { ...A_REPLY, cause: 'post:3', to: nora.id, now: deps.now() })
      throw new Error('no')
    })
    .catch(() => {})
  expect(await stored()).toEqual([
    { member_id: nora.id, cause: 'post:1', to_mail: 'now' },
    { member_id: nora.id, cause: 'post:2', to_mail: 'now' },
  ])
})

test('notifies thousands in one statement as each has chosen and names them to the processes', async () => {
  const academy = await createNotifyingAcademy()
  const { send, pool } = academy
  await pool.query(
    `insert into members (username, email, password_hash) select 'm' || n, 'm' || n || '@example.com', 'x' from generate_series(1, 3000) n`,
  )
  await pool.query(
    `insert into notice_choices (member_id, kind, delivery, off_since)
      select id, 'new-lecture', (array['now', 'daily', 'weekly', 'never'])[1 + right(username, 1)::int % 4], now() from members where right(username, 1) < '4'`,
  )
  const { heard, all } = await listening(academy)
  const statements = await countStatements(() => send({ to: sql`select id from members`, kind: 'new-lecture' }))
  expect(statements).toBeLessThanOrEqual(2)
  const { rows } = await pool.query('select to_mail, count(*)::int as members from notices group by 1 order by 1')
  expect(rows).toEqual([
    { to_mail: 'daily', members: 300 },
    { to_mail: 'now', members: 300 },
    { to_mail: 'weekly', members: 2_100 },
    { to_mail: null, members: 300 },
  ])
  await all()
  const ids = heard.flatMap((call) => call.split(' '))
  expect([heard.length < 20, new Set(ids).size, ids.length]).toEqual([true, 3_000, 3_000])
})

test('notifies owners of a course and staff with a permission through a select', async () => {
  const { send, stored, member, course, purchase, pool } = await createNotifyingAcademy()
  const [nora, , kim, editor, support] = [
    await member(),
    await member(),
    await member(),
    await member({ role: 'editor' }),
    await member({ role: 'support' }),
  ]
  const { id } = await course()
  await purchase(nora.id, id)
  await pool.query(`insert into grants (member_id, product_id, reason) values ($1, $2, 'class')`, [kim.id, id])
  await send({ to: selectOwners(id), cause: 'lecture:1' })
  await send({ to: selectStaffWithPermission('edit content'), cause: 'post:1', kind: 'question' })
  const who = (cause: string) => async () =>
    (await stored()).filter((each) => each['cause'] === cause).map((each) => each['member_id'])
  expect(new Set(await who('lecture:1')())).toEqual(new Set([nora.id, kim.id]))
  expect(await who('post:1')()).toEqual([editor.id])
  expect(await who('post:1')()).not.toContain(support.id)
})

test('leaves nothing of erased members, notifies them no more, and still notifies others', async () => {
  const { send, stored, member, deps } = await createNotifyingAcademy()
  const [nora, kim] = [await member(), await member()]
  await send({ to: sql`select id from members` })
  await eraseMember(deps, { memberId: nora.id, by: OPERATOR })
  await send({ to: sql`select id from members`, cause: 'post:2' })
  await send({ to: nora.id, cause: 'post:3' })
  expect(await stored()).toMatchObject([
    { member_id: kim.id, cause: 'post:1' },
    { member_id: kim.id, cause: 'post:2' },
  ])
})

test('deletes withdrawn and old notifications and reports withdrawn ones to the processes', async () => {
  const academy = await createNotifyingAcademy()
  const { send, stored, member, db, deps, setTime } = academy
  const nora = await member()
  await send({ to: nora.id })
  await send({ to: nora.id, cause: 'post:2' })
  const { heard, all } = await listening(academy)
  await withdrawNotifications(db, 'post:1')
  await all()
  expect([heard, await stored()]).toMatchObject([[nora.id], [{ cause: 'post:2' }]])
  setTime(new Date(Date.now() + 181 * 86_400_000))
  await send({ to: nora.id, cause: 'post:3' })
  await deleteOldNotifications(deps)
  expect(await stored()).toMatchObject([{ cause: 'post:3' }])
})
