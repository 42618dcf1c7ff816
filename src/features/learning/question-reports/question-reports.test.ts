import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { submitExam, openPaper } from '../../../../test/harness/submit-exam.ts'
import { countStatements } from '../../../../test/harness/statements.ts'

const REPORT = '/Academy/api/course/examination/contest/'
const OWN = '/Academy/api/account/contests/'
const QUEUE = '/Academy/api/studio/contests/'

async function memberWithPaper() {
  const academy = await testAcademy()
  const { as, member, purchase } = academy
  const course = await academy.course({ questions: 12 })
  const nurse = await member()
  await purchase(nurse.id, course.id)
  const caller = as(nurse)
  const { paper } = await openPaper(caller, course.slug)
  const send = (at = 0, more: object = {}) =>
    caller.post(REPORT, {
      paper,
      question_id: course.questions[at]?.id,
      reason: 'The rule was changed.',
      source: 'Rule 35',
      ...more,
    })
  const answers = course.questions.map(({ id, wrong }) => ({ question_id: id, answer: wrong }))
  const own = async () => (await caller.get(OWN)).body
  const editor = await member({ role: 'editor' })
  const readQueue = async (body: object = {}) => (await as(editor).post(QUEUE, body)).body
  return {
    ...academy,
    course,
    nurse,
    caller,
    paper,
    send,
    sit: () => submitExam(caller, course.slug, answers),
    own,
    editor,
    readQueue,
  }
}

test("accepts a report on a question of the member's own submitted paper, stores a repeat once, and reveals nothing about right answers", async () => {
  const { sit, send, own, as, member, course, paper, purchase } = await memberWithPaper()
  expect(await send()).toMatchObject({ status: 400, body: { fields: { question_id: [expect.any(String)] } } })
  await sit()
  const first = await send()
  expect(first).toMatchObject({ status: 200, body: { message: 'Report sent. We’ll review it and email you.' } })
  expect(Object.keys(first.body)).toEqual(['message'])
  expect((await Promise.all([send(), send(), send()])).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await own()).toEqual([
    {
      id: expect.any(String),
      course_name: expect.any(String),
      question: 'Question 1?',
      reason: 'The rule was changed.',
      source: 'Rule 35',
      sent_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      answer: null,
    },
  ])
  expect(await send(0, { reason: 'Other words.' })).toMatchObject({
    status: 400,
    body: { fields: { question_id: [expect.stringContaining('already reported')] } },
  })

  const other = await member()
  await purchase(other.id, course.id)
  const stolen = { paper, question_id: course.questions[1]?.id, reason: 'It is mine.' }
  expect((await as(other).post(REPORT, stolen)).status).toBe(400)
  expect((await as(other).get(OWN)).body).toEqual([])
})

test('reports missing and overlong input on its field and allows ten open reports', async () => {
  const { sit, send, own } = await memberWithPaper()
  await sit()
  for (const [field, value] of [
    ['reason', '  '],
    ['reason', 'x'.repeat(2_001)],
    ['source', 'x'.repeat(501)],
    ['question_id', ''],
  ] as const)
    expect(await send(0, { [field]: value })).toMatchObject({
      status: 400,
      body: { fields: { [field]: [expect.any(String)] } },
    })
  const many = await Promise.all(Array.from({ length: 12 }, (_, at) => send(at)))
  expect(many.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    ...Array.from({ length: 10 }, () => 200),
    400,
    400,
  ])
  expect(await own()).toHaveLength(10)
  // A repeat of a stored report does not count as new.
  const [accepted] = many.flatMap(({ status }, at) => (status === 200 ? [at] : []))
  expect((await send(accepted)).status).toBe(200)
})

test('shows staff the question as asked, accepts one answer, and notifies the member by email and on their page', async () => {
  const { sit, send, own, as, member, editor, readQueue, course, nurse, mailbox, runJobs, pool } =
    await memberWithPaper()
  await sit()
  await send(0, { source: '' })
  const { contests, count } = await readQueue()
  expect(count).toEqual({ waiting: 1, answered: 0 })
  const [{ id }] = contests
  await pool.query(
    `update exam_papers set questions = (select jsonb_agg(asked || '{"order": [2, 0, 1]}') from jsonb_array_elements(questions) asked)`,
  )
  await pool.query(`update questions set answer_index = 1 where id = $1`, [course.questions[0]?.id])
  expect((await as(editor).get(`${QUEUE}${id}/`)).body).toMatchObject({
    member: null,
    product: course.id,
    question: 'Question 1?',
    options: ['other', 'right', 'wrong'],
    answer: 1,
    chosen: 'wrong',
    is_asked: true,
    is_asked_so: false,
    reason: 'The rule was changed.',
    source: '',
    answered: null,
    may_answer: true,
  })
  const owner = await member({ role: 'owner' })
  expect((await as(owner).get(`${QUEUE}${id}/`)).body.member).toEqual({ id: nurse.id, name: 'Nora Nightingale' })
  expect((await as(editor).get('/Academy/api/studio/today/')).body).toMatchObject({ contests: 1 })

  const answer = (who: typeof owner, body: object) => as(who).post(`${QUEUE}${id}/answer/`, body)
  const words = 'You are right.\n\nThank you.'
  expect(await answer(editor, { outcome: 'upheld', words: ' ' })).toMatchObject({
    status: 400,
    body: { fields: { words: [expect.any(String)] } },
  })
  const both = await Promise.all([
    answer(editor, { outcome: 'upheld', words }),
    answer(owner, { outcome: 'upheld', words }),
  ])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  expect(both.find(({ status }) => status === 400)?.body.message).toContain('Someone already answered this report')
  await runJobs()
  const mails = await mailbox()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [nurse.email, expect.stringMatching(/^Question report: ./)],
  ])
  expect(mails[0]?.text).toContain('Question 1?')
  expect(mails[0]?.text).toContain('You are right.\n\nThank you.')
  expect(await own()).toMatchObject([{ answer: { outcome: 'upheld', words } }])
  expect(await readQueue()).toMatchObject({ contests: [], count: { waiting: 0, answered: 1 } })
  expect(await readQueue({ state: 'answered' })).toMatchObject({ contests: [{ id, outcome: 'upheld' }] })
  const { rows } = await pool.query(`select member_id, after from audit_events where kind = 'contest.answered'`)
  expect(rows).toEqual([{ member_id: nurse.id, after: { question: 'Question 1?', outcome: 'upheld' } }])
  expect((await as(editor).get('/Academy/api/studio/today/')).body).toMatchObject({ contests: 0 })
})

test('pages through the review queue in few statements, however long', async () => {
  const { pool, editor, as, course, member, readQueue } = await memberWithPaper()
  const nurses = await Promise.all(Array.from({ length: 23 }, () => member()))
  for (const [n, { id }] of nurses.entries())
    await pool.query(
      `with attempt as (insert into exam_attempts (member_id, course_id, score, total, answers, is_counted_by_server) values ($1, $2, 0, 1, '[]', true) returning id)
        insert into contests (member_id, attempt_id, question_id, version, reason, source, contested_at)
          select $1, attempt.id, $3, 1, 'reason', '', now() - make_interval(mins => $4) from attempt`,
      [id, course.id, course.questions[0]?.id, n % 3],
    )
  const first = await readQueue()
  expect([first.contests.length, first.is_more, first.count.waiting]).toEqual([20, true, 23])
  const rest = await readQueue({ after: first.contests.at(-1).id })
  expect([rest.contests.length, rest.is_more]).toEqual([3, false])
  const ids = [...first.contests, ...rest.contests].map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(23)
  await pool.query(`update contests set outcome = 'declined', words = 'No.', answered_at = contested_at`)
  const newest = await readQueue({ state: 'answered' })
  const older = await readQueue({ state: 'answered', after: newest.contests.at(-1).id })
  expect([newest.contests.length, older.contests.length]).toEqual([20, 3])
  const statements = await countStatements(async () => {
    await as(editor).post(QUEUE, { state: 'answered' })
  })
  // Three statements for the list, plus those that check the session.
  expect(statements).toBeLessThanOrEqual(5)
})

test('lists submitted papers for later reports, to their owner only, without revealing right answers', async () => {
  const { sit, caller, as, member, paper, course, send } = await memberWithPaper()
  const papers = async () => (await caller.get(`${OWN}papers/`)).body
  expect(await papers()).toEqual([])
  await sit()
  const listed = await papers()
  expect(listed).toEqual([
    {
      paper,
      course_name: expect.any(String),
      handed_in_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      questions: expect.arrayContaining(
        course.questions.map(({ id }, at) => ({ id, question: `Question ${at + 1}?` })),
      ),
    },
  ])
  expect(listed[0].questions).toHaveLength(12)
  expect(await send(3)).toMatchObject({ status: 200 })
  expect((await as(await member()).get(`${OWN}papers/`)).body).toEqual([])
  expect(await countStatements(papers)).toBeLessThanOrEqual(3)
})
