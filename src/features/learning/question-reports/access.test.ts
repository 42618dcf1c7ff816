import { expect, test } from 'vitest'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { submitExam, openPaper } from '../../../../test/harness/submit-exam.ts'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'

const REPORT = '/Academy/api/course/examination/contest/'
const OWN = '/Academy/api/account/contests/'
const QUEUE = '/Academy/api/studio/contests/'

/** A member who submitted an exam of twelve questions, and an editor. */
async function memberWithPaper() {
  const academy = await testAcademy()
  const { as, member, purchase } = academy
  const course = await academy.course({ questions: 12 })
  const nurse = await member()
  const purchaseId = await purchase(nurse.id, course.id)
  const caller = as(nurse)
  const { paper } = await openPaper(caller, course.slug)
  await submitExam(
    caller,
    course.slug,
    course.questions.map(({ id, wrong }) => ({ question_id: id, answer: wrong })),
  )
  const editor = as(await member({ role: 'editor' }))
  const send = (more: object = {}, at = 0) =>
    caller.post(REPORT, { paper, question_id: course.questions[at]?.id, reason: 'It is wrong.', ...more })
  const waiting = async () => (await editor.post(QUEUE, {})).body.contests as { id: string }[]
  const answer = (id: string) => editor.post(`${QUEUE}${id}/answer/`, { outcome: 'declined', words: 'It stays.' })
  return { ...academy, course, nurse, purchaseId, caller, editor, send, waiting, answer }
}

test.each([
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '"; drop table contests; --',
  'right to left: שלום and \u{1F489}',
  '{{constructor.constructor("return 1")()}} %s %00 ${1}',
])('stores and displays %j literally and emails it as text', async (reason) => {
  const { send, caller, editor, waiting, answer, mailbox, runJobs, pool } = await memberWithPaper()
  expect((await send({ reason, source: reason.slice(0, 500) })).status).toBe(200)
  expect((await caller.get(OWN)).body).toMatchObject([{ reason, source: reason }])
  const [{ id } = { id: '' }] = await waiting()
  expect((await editor.get(`${QUEUE}${id}/`)).body).toMatchObject({ reason, source: reason })
  await editor.post(`${QUEUE}${id}/answer/`, { outcome: 'upheld', words: reason })
  await runJobs()
  const [mail] = await mailbox()
  expect(mail?.text).toContain(reason)
  expect(mail?.html).not.toContain('<script>alert')
  expect(mail?.html).not.toContain('<img src=x')
  expect((await pool.query('select from contests')).rowCount).toBe(1)
  expect((await answer(id)).status).toBe(400)
})

test('strips invisible, bidirectional, and unstorable characters, and rejects a report or answer that has no others', async () => {
  const { send, editor, waiting, mailbox, runJobs } = await memberWithPaper()
  const refused = { status: 400, body: { fields: { reason: ['Describe what’s wrong.'] } } }
  expect(await send({ reason: '\u202E\u2066\u200B' })).toMatchObject(refused)
  expect(await send({ reason: {} })).toMatchObject(refused)
  expect(await waiting()).toEqual([])
  expect((await send({ reason: 'It \u202Eis \u0000wrong.\u202C', source: '\u200B' })).status).toBe(200)
  const [{ id } = { id: '' }] = await waiting()
  expect((await editor.get(`${QUEUE}${id}/`)).body).toMatchObject({ reason: 'It is wrong.', source: '' })
  const answered = await editor.post(`${QUEUE}${id}/answer/`, { outcome: 'upheld', words: '\u200B\u202E' })
  expect(answered).toMatchObject({ status: 400, body: { fields: { words: ['Write a message to the member.'] } } })
  await runJobs()
  expect(await mailbox()).toEqual([])
})

test('stores thirty simultaneous reports once, and rate limits more in an hour', async () => {
  const { send, waiting } = await memberWithPaper()
  const all = await Promise.all(Array.from({ length: 30 }, () => send()))
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await waiting()).toHaveLength(1)
  const refused = await send({}, 1)
  expect(refused).toMatchObject({ status: 429, body: { message: expect.stringMatching(/try again/i) } })
  expect(refused.headers).toHaveProperty('retry-after')
  expect(await waiting()).toHaveLength(1)
})

test('allows reporting and answering a retired question and a paper of a refunded course', async () => {
  const { send, editor, waiting, answer, course, pool, purchaseId, mailbox, runJobs } = await memberWithPaper()
  await pool.query('update questions set retired_at = now() where id = $1', [course.questions[0]?.id])
  await pool.query(`update purchases set state = 'refunded' where id = $1`, [purchaseId])
  expect((await send()).status).toBe(200)
  const [{ id } = { id: '' }] = await waiting()
  expect((await editor.get(`${QUEUE}${id}/`)).body).toMatchObject({ is_asked: false, question: 'Question 1?' })
  expect((await answer(id)).status).toBe(200)
  await runJobs()
  expect(await mailbox()).toHaveLength(1)
})

test('rejects answers about erased members and does not email one in progress', async () => {
  const { send, editor, waiting, answer, deps, nurse, mailbox, runJobs } = await memberWithPaper()
  await send()
  await send({}, 1)
  const [first, second] = await waiting()
  expect((await answer(first?.id ?? '')).status).toBe(200)
  await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  expect(await waiting()).toEqual([])
  const late = await answer(second?.id ?? '')
  expect(late).toMatchObject({ status: 404, body: { message: expect.stringContaining('might have been deleted') } })
  expect((await editor.get(`${QUEUE}${second?.id}/`)).status).toBe(404)
  await runJobs()
  const emails = (await mailbox()).filter(({ subject }) => subject.includes('Our answer'))
  expect(emails).toEqual([])
})
