import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '#db/tables/members.ts'
import * as limits from '#features/people/accounts/account-limits.rules.ts'
import { countFailedLogin, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { type RateLimitEntry, isRemembered, remember } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { submitExam } from '../../../../test/harness/submit-exam.ts'
import { eraseMember } from './erasure.service.ts'

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/privacy.md'), 'utf8')
/** Tables whose rows are deleted when a member is erased, according to docs/privacy.md. */
const DELETED = (PAGE.split('\n## ')[0] ?? '').split('\n').flatMap((line) => {
  const [, name, , , , erasing = ''] = line.split('|').map((cell) => cell.trim())
  return name?.startsWith('`') && erasing === 'deleted' ? [name.replaceAll('`', '')] : []
})

/** Inserts a row into each table whose rows are all temporary. */
async function plant({ deps, db, pool, course }: TestAcademy, { id }: Member) {
  const { id: courseId } = await course()
  const [fileId, soon] = [randomUUID(), new Date(Date.now() + 3_600_000)]
  const mine = [id]
  for (const [statement, values] of [
    [
      `insert into account_tokens (token_hash, purpose, member_id, expires_at, data)
        values ('c' || $1, 'change_email', $1::uuid, $2, '{"newEmail": "new@example.net"}'),
          ('e' || $1, 'end_session', $1::uuid, $2, '{"network": "10.0.0.1", "agent": "Chrome"}')`,
      [id, soon],
    ],
    [`insert into second_factors (member_id, sealed_secret, created_at) values ($1, 'sealed', now())`, mine],
    [`insert into recovery_codes (member_id, code_hash) values ($1, 'hash')`, mine],
    [
      `insert into passkeys (id, member_id, public_key, counter, transports, name, created_at) values ('k' || $1, $1::uuid, 'key', 0, '{}', 'phone', now())`,
      mine,
    ],
    [
      `insert into passkey_challenges (challenge, purpose, member_id, expires_at) values ('c' || $1, 'confirm', $1::uuid, $2)`,
      [id, soon],
    ],
    [
      `insert into billing_details (member_id, company, address, tax_number, updated_at) values ($1, 'company', 'street', 'number', now())`,
      mine,
    ],
    [
      `insert into files (id, sha256, name, content_type, bytes, is_public) values ($1::uuid, 'sha ' || $1, 'a.mp4', 'video/mp4', 1, false)`,
      [fileId],
    ],
    [
      `insert into uploads (member_id, use, name, bytes, created_at, touched_at) values ($1, 'video', 'a.mp4', 1, now(), now())`,
      mine,
    ],
    [
      `insert into licenses (member_id, state, profession, number, given_at) values ($1, 'CA', 'RN', '123456', now())`,
      mine,
    ],
    [
      `with message as (insert into messages (audience, member_id, created_at, changed_at) values ('member', $1, now(), now()) returning id)
        insert into message_recipients (message_id, member_id, state, at) select id, $1, 'sent', now() from message`,
      mine,
    ],
    [`insert into notice_choices (member_id, kind, off_since) values ($1, 'study-reminder', now())`, mine],
    [
      `insert into notices (member_id, kind, cause, words, address, told_at) values ($1, 'order', 'order:1', 'words', '/Account/', now())`,
      mine,
    ],
    [
      `insert into email_suppressions (member_id, reason, address, answer, email_id, at) values ($1, 'bounced', 'a@example.com', '5.1.1', gen_random_uuid(), now())`,
      mine,
    ],
    [`insert into study_reminders (member_id, course_id, day) values ($1, $2, '2026-11-22')`, [id, courseId]],
    [
      `insert into exam_papers (member_id, course_id, questions, opened_at) values ($1, $2, '[]', now())`,
      [id, courseId],
    ],
    [
      `with made as (insert into groups (name) values ($1::uuid::text) returning id)
        insert into group_members (group_id, member_id, added_at) select id, $1::uuid, now() from made`,
      mine,
    ],
    [`insert into playback_positions (member_id, file_id, seconds) values ($1, $2, 7)`, [id, fileId]],
    [
      `insert into notes (id, member_id, lecture_id, seconds, words, written_at) select gen_random_uuid(), $1, id, 1, 'words', now() from lectures where course_id = $2 limit 1`,
      [id, courseId],
    ],
    [
      `with thread as (insert into threads (id, course_id, member_id, title, asked_at, active_at) values (gen_random_uuid(), $2, $1, 'Why?', now(), now()) returning id),
        vote as (insert into thread_votes (thread_id, member_id, voted_at) select id, $1, now() from thread),
        post as (insert into posts (id, thread_id, number, member_id, words, html, written_at) select gen_random_uuid(), id, 0, $1, '', '', now() from thread returning id),
        report as (insert into post_reports (post_id, member_id, reason, reported_at) select id, $1, 'It is wrong.', now() from post),
        mute as (insert into mutes (member_id, until, reason, muted_at) values ($1, now(), 'Names', now()))
        insert into thread_follows (thread_id, member_id, followed_at) select id, $1, now() from thread`,
      [id, courseId],
    ],
    [
      `with attempt as (insert into exam_attempts (member_id, course_id, score, total, answers, is_counted_by_server) values ($1, $2, 0, 1, '[]', true) returning id)
        insert into contests (member_id, attempt_id, question_id, version, reason, source, contested_at)
          select $1, attempt.id, questions.id, 1, 'reason', '', now() from attempt, questions where course_id = $2 limit 1`,
      [id, courseId],
    ],
  ] as const)
    await pool.query(statement, [...values])
  await countFailedLogin(deps, id)
  const by = { kind: 'member', memberId: id } as const
  await db.transaction((tx) => recordEvent(tx, { at: deps.now(), kind: 'password.changed', by, memberId: id }))
}

/** Whether each of these tables has rows of the member. */
async function readRows({ pool }: TestAcademy, { id }: Member): Promise<Record<string, boolean>> {
  const found = DELETED.map(async (name) => {
    return [name, (await pool.query(`select from ${name} where member_id = $1`, [id])).rowCount !== 0] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

const all = (has: boolean) => Object.fromEntries(DELETED.map((name) => [name, has]))

test('leaves no row of an erased member in any documented table, and all rows of another member', async () => {
  const academy = await testAcademy()
  const [nurse, other] = [await academy.member(), await academy.member()]
  for (const member of [nurse, other]) await plant(academy, member)
  expect(DELETED.length).toBeGreaterThanOrEqual(12)
  expect(await readRows(academy, nurse)).toEqual(all(true))
  await eraseMember(academy.deps, { memberId: nurse.id, by: OPERATOR })
  expect(await readRows(academy, nurse)).toEqual(all(false))
  expect(await readRows(academy, other)).toEqual(all(true))
})

test("deletes counters of an erased member's account and of the networks where they were logged in", async () => {
  const { deps, db, member } = await testAcademy()
  const network = '203.0.113.77'
  const countsOf = ({ id, username, email }: Member): RateLimitEntry[] => [
    [limits.GUESSES_PER_ACCOUNT, id],
    [limits.GUESSES_PER_ACCOUNT, username],
    [limits.CODES_PER_ACCOUNT, id],
    [limits.LOGINS_PER_ACCOUNT, id],
    [limits.EMAILS_PER_RECIPIENT, email],
    [limits.STAFF_EMAILS, id],
    [limits.RESEND_PAUSE, email],
    [limits.RESET_PAUSE, email],
    [limits.GUESSES_FROM_KNOWN_CLIENT, `${id} ${network}`],
    [limits.CODES_FROM_KNOWN_CLIENT, `${id} ${network}`],
    [limits.KNOWN_CLIENT, `${id} ${network} no password opens this`],
  ]
  const counted = (who: Member) => Promise.all(countsOf(who).map((each) => isRemembered(deps, db, each)))
  const [nurse, other] = [await member(), await member()]
  for (const who of [nurse, other]) {
    await db.update(sessions).set({ network }).where(eq(sessions.memberId, who.id))
    for (const each of countsOf(who)) await remember(deps, db, each)
  }
  expect(await counted(nurse)).not.toContain(false)
  await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  expect(await counted(nurse)).not.toContain(true)
  expect(await counted(other)).not.toContain(false)
})

test.each(['purchaseId', 'certificateId', 'memberId'])(
  'erases no one while a job that names their %s is running',
  async (which) => {
    const academy = await testAcademy()
    const { deps, pool, as } = academy
    const nurse = await academy.member()
    const course = await academy.course()
    const purchaseId = await academy.purchase(nurse.id, course.id)
    const answers = course.questions.map(({ id, right }) => ({ question_id: id, answer: right }))
    await submitExam(as(nurse), course.slug, answers)
    await pool.query(
      `insert into certificates (id, member_id, course_id, attempt_id, printed_name, course_name) select 'mine', member_id, course_id, id, 'Nora', 'a course' from exam_attempts`,
    )
    const { rows } = await pool.query<{ id: string }>('select id from purchases')
    expect(rows).toHaveLength(1)
    const named = { purchaseId: rows[0]?.id ?? purchaseId, certificateId: 'mine', memberId: nurse.id }[which]
    await pool.query(`insert into pgboss.job (name, data, state) values ('tell-operator', $1, 'active')`, [
      JSON.stringify({ [which]: named }),
    ])
    const erasing = () => eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
    await expect(erasing()).rejects.toMatchObject({ code: 'busy' })
    await pool.query(`delete from pgboss.job where state = 'active'`)
    await erasing()
  },
)
