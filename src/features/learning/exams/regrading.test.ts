import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { questions } from '#db/tables/catalog.ts'
import { examAttempts, questionTallies } from '#db/tables/study.ts'
import { changePrice } from '#features/foundation/products/products.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { submitExam } from '../../../../test/harness/submit-exam.ts'
import { analyzeCourse } from './analysis.service.ts'
import { getKeyEffect, listPendingRegrades, applyRegrade } from './regrading.service.ts'

/** A course of five questions, four of which are needed to pass. The first question's answer key is wrong. */
async function examWithWrongKey() {
  const academy = await testAcademy()
  const { db, as, member, purchase } = academy
  const course = await academy.course({ questions: 5 })
  const [first] = await db
    .select()
    .from(questions)
    .where(and(eq(questions.courseId, course.id), eq(questions.position, 0)))
  if (!first) throw new Error('there is no question')
  const sit = async (answers: string[], nurse?: Member) => {
    const who = nurse ?? (await member())
    if (!nurse) await purchase(who.id, course.id)
    const given = answers.map((answer, index) => ({ question_id: course.questions[index]?.id ?? '', answer }))
    const { status } = await submitExam(as(who), course.slug, given)
    expect(status).toBe(200)
    return who
  }
  const correct = (answerIndex = 1) => db.update(questions).set({ answerIndex }).where(eq(questions.id, first.id))
  const scores = async () =>
    (await db.select().from(examAttempts).orderBy(examAttempts.createdAt)).map(({ score }) => score)
  return { ...academy, course, first, sit, correct, scores }
}

const [right, wrong] = ['right', 'wrong']

test('shows before and after publishing how many more pass with a corrected key, and takes nothing away in the regrade', async () => {
  const { deps, db, as, pool, course, first, sit, correct, scores } = await examWithWrongKey()
  const passes = await sit([right, right, right, right, wrong])
  const misses = await sit([wrong, right, right, right, wrong])
  await sit([wrong, right, wrong, wrong, wrong])
  await sit(['other', right, right, right, wrong])
  const later = await sit([wrong, right, right, right, wrong])
  await sit([right, right, right, right, right], later)
  expect(await scores()).toEqual([4, 3, 1, 3, 3, 5])

  const proposed = { key: first.key, right: wrong }
  const effect = { key: first.key, question: 'Question 1?', right: wrong, attempts: 3, members: 3, morePass: 1 }
  expect(await getKeyEffect(deps, course.id, proposed)).toEqual(effect)
  expect(await listPendingRegrades(deps, course.id)).toEqual([])
  await correct()
  expect(await getKeyEffect(deps, course.id, proposed)).toEqual(effect)
  expect(await listPendingRegrades(deps, course.id)).toEqual([effect])

  const ask = () =>
    as(misses).post(`/Academy/api/course/examination/request/certificate/${course.slug}/`, { exam_id: course.slug })
  expect((await ask()).status).toBe(409)
  expect(await applyRegrade(deps, { courseId: course.id, key: first.key, by: OPERATOR })).toEqual(effect)
  expect(await scores()).toEqual([4, 4, 2, 3, 4, 5])
  expect((await ask()).status).toBe(200)
  const [attempt] = await db.select().from(examAttempts).where(eq(examAttempts.memberId, passes.id))
  expect(attempt?.answers[0]).toEqual({ questionId: first.id, version: 1, chosen: right, isRight: true })
  const [again] = await db.select().from(examAttempts).where(eq(examAttempts.memberId, misses.id))
  expect(again?.answers.map(({ version, isRight }) => [version, isRight])).toEqual([
    [1, true],
    [1, true],
    [1, true],
    [1, true],
    [1, false],
  ])

  const { rows } = await pool.query(
    `select kind, subject_name, after from audit_events where kind = 'examination.marked_again'`,
  )
  expect(rows).toEqual([
    {
      kind: 'examination.marked_again',
      subject_name: expect.any(String),
      after: { question: 'Question 1?', 'correct now': wrong, attempts: 3, members: 3, 'newly passed': 1 },
    },
  ])
  expect(await listPendingRegrades(deps, course.id)).toEqual([])
  await expect(applyRegrade(deps, { courseId: course.id, key: first.key, by: OPERATOR })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await scores()).toEqual([4, 4, 2, 3, 4, 5])
})

test('updates question statistics as if the key had always been right', async () => {
  const { deps, pool, course, first, sit, correct } = await examWithWrongKey()
  for (let n = 0; n < 12; n++)
    await sit([n % 2 === 0 ? wrong : right, right, n % 3 === 0 ? right : wrong, right, wrong])
  for (let n = 0; n < 10; n++) await sit(['other', n % 2 === 0 ? right : wrong, right, wrong, wrong])
  await correct()
  await applyRegrade(deps, { courseId: course.id, key: first.key, by: OPERATOR })
  const tallied = await pool.query('select * from question_tallies where members > 0 order by 1, 2, 3, 4')
  await pool.query('delete from question_tallies')
  await pool.query('select tally_attempt(a, 1) from exam_attempts a where is_first')
  const anew = await pool.query('select * from question_tallies order by 1, 2, 3, 4')
  const rounded = (rows: Record<string, unknown>[]) =>
    rows.map((row) => ({
      ...row,
      rest: Number(row['rest']).toFixed(9),
      rest_squares: Number(row['rest_squares']).toFixed(9),
    }))
  expect(rounded(tallied.rows)).toEqual(rounded(anew.rows))
  const [{ versions } = { versions: [] }] = await analyzeCourse(deps, course.id)
  expect(versions[1]?.figures).toMatchObject({ members: 22, shareRight: 12 / 22, attracts: { option: 2 } })
})

test('treats changed text or options as another question that is not regraded', async () => {
  const { deps, db, course, first, sit } = await examWithWrongKey()
  await sit([wrong, right, right, right, wrong])
  const change = (to: Partial<typeof questions.$inferInsert>) =>
    db.update(questions).set(to).where(eq(questions.id, first.id))
  await change({ answerIndex: 1, question: 'Which one is not?' })
  expect(await listPendingRegrades(deps, course.id)).toEqual([])
  await change({ question: first.question, options: ['right', 'wrong', 'something else'] })
  expect(await listPendingRegrades(deps, course.id)).toEqual([])
  // Only the order changed.
  await change({ options: ['wrong', 'other', 'right'], answerIndex: 0 })
  expect(await listPendingRegrades(deps, course.id)).toMatchObject([{ attempts: 1, morePass: 1 }])
  expect(await getKeyEffect(deps, course.id, { key: first.key, right: 'no option' })).toBeUndefined()
})

test('uses either the old or the new key for a submission during a key correction and regrade', async () => {
  const { deps, db, course, first, sit, correct, member, purchase } = await examWithWrongKey()
  const nurses = await Promise.all(Array.from({ length: 12 }, () => member()))
  for (const nurse of nurses) await purchase(nurse.id, course.id)
  const work = nurses.map((nurse, index) => async () => {
    if (index === 4) await correct()
    if (index === 6) await applyRegrade(deps, { courseId: course.id, key: first.key, by: OPERATOR }).catch(() => {})
    await sit([wrong, right, right, right, wrong], nurse)
  })
  await Promise.all(work.map((act) => act()))
  await applyRegrade(deps, { courseId: course.id, key: first.key, by: OPERATOR }).catch(() => {})
  const attempts = await db.select().from(examAttempts)
  expect(attempts.map(({ score, answers: [answer] }) => [score, answer?.isRight])).toEqual(nurses.map(() => [4, true]))
  const tallies = await db.select().from(questionTallies).where(eq(questionTallies.questionId, first.id))
  expect(tallies.filter(({ members }) => members > 0).every(({ isRight }) => isRight)).toBe(true)
  expect(tallies.reduce((total, { members }) => total + members, 0)).toBe(12)
  // A price change that runs at the same time must not cause a deadlock.
  await Promise.all([
    changePrice(deps, { slug: course.slug, priceCents: 12_300, by: OPERATOR }),
    sit([wrong, right, right, right, right]),
  ])
})
