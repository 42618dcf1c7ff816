import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { questions } from '#db/tables/catalog.ts'
import { examAttempts, questionTallies } from '#db/tables/study.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import type { Course, Member } from '../../../../test/harness/builders.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'
import { submitExam } from '../../../../test/harness/submit-exam.ts'
import { eraseExamAnswers } from './erasure.queries.ts'
import { analyzeCourse, listMostMissedQuestions } from './analysis.service.ts'

const SUBMIT = '/Academy/api/course/examination/submit/score/'

/** A course with three questions; `sit` submits an exam with these answers. */
async function academyWithAttempts() {
  const academy = await testAcademy()
  const course = await academy.course({ questions: 3 })
  const sit = async (answers: string[], nurse?: Member) => {
    const who = nurse ?? (await owner(academy, course))
    const given = answers.map((answer, index) => ({ question_id: course.questions[index]?.id ?? '', answer }))
    const chosen = given.filter(({ answer }) => answer !== '')
    const { status } = await submitExam(academy.as(who), course.slug, chosen)
    expect(status).toBe(200)
    return who
  }
  return { ...academy, academy, course, sit }
}

async function owner({ member, purchase }: TestAcademy, course: Course) {
  const nurse = await member()
  await purchase(nurse.id, course.id)
  return nurse
}

const times = async (count: number, act: () => Promise<unknown>) => {
  for (let n = 0; n < count; n++) await act()
}

test('counts first attempts only and withholds statistics below twenty', async () => {
  const { deps, course, sit } = await academyWithAttempts()
  expect((await analyzeCourse(deps, course.id))[0]?.versions[0]?.figures).toEqual({ isTooFew: true, members: 0 })
  await times(10, () => sit(['right', 'wrong', 'right']))
  await times(9, () => sit(['right', 'other', 'wrong']))
  const last = await sit(['wrong', 'wrong', ''])
  await times(5, () => sit(['right', 'right', 'right'], last))
  const [first, second, third] = await analyzeCourse(deps, course.id)
  expect(first?.versions[0]?.figures).toMatchObject({ members: 20, shareRight: 0.95, chosen: [0.95, 0.05, 0] })
  expect(second?.versions[0]?.figures).toMatchObject({
    shareRight: 0,
    discrimination: undefined,
    attracts: { option: 1, share: 0.55 },
  })
  expect(third?.versions[0]?.figures).toMatchObject({ shareRight: 0.5, leftOut: 0.05 })
})

test("starts over for a changed question and keeps the earlier version's statistics", async () => {
  const { db, deps, course, sit } = await academyWithAttempts()
  await times(20, () => sit(['right', 'wrong', 'right']))
  const [changed] = course.questions
  await db
    .update(questions)
    .set({ question: 'Asked otherwise?' })
    .where(eq(questions.id, changed?.id ?? ''))
  await sit(['wrong', 'wrong', 'right'])
  const [first] = await analyzeCourse(deps, course.id)
  expect(first?.versions.map(({ version, question, figures }) => [version, question, figures.members])).toEqual([
    [2, 'Asked otherwise?', 1],
    [1, 'Question 1?', 20],
  ])
})

test('counts two simultaneous first attempts of one member as one', async () => {
  const { academy, db, as, course } = await academyWithAttempts()
  const nurse = await owner(academy, course)
  const answers = course.questions.map(({ id }) => ({ question_id: id, answer: 'right' }))
  const replies = await Promise.all(Array.from({ length: 8 }, () => submitExam(as(nurse), course.slug, answers)))
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  const attempts = await db.select({ isFirst: examAttempts.isFirst }).from(examAttempts)
  expect(attempts.filter(({ isFirst }) => isFirst)).toHaveLength(1)
  expect((await db.select().from(questionTallies)).map(({ members }) => members)).toEqual([1, 1, 1])
})

test('ignores claimed scores and keeps the counts of erased members', async () => {
  const { academy, db, deps, as, course, sit } = await academyWithAttempts()
  const nurse = await owner(academy, course)
  await as(nurse).post(SUBMIT, { exam_id: course.slug, score: 3, total: 3 })
  expect(await db.select().from(questionTallies)).toEqual([])
  await sit(['right', 'wrong', 'right'], nurse)
  await db.transaction((tx) => eraseExamAnswers(tx, nurse.id))
  const [first] = await analyzeCourse(deps, course.id)
  expect(first?.versions[0]?.figures.members).toBe(1)
})

test('finds the questions almost everyone misses across courses, worst first, regardless of the number of attempts', async () => {
  const { academy, db, deps, course, sit } = await academyWithAttempts()
  await academy.course()
  await times(19, () => sit(['right', 'wrong', 'wrong']))
  expect(await listMostMissedQuestions(deps)).toEqual({ questions: [], total: 0 })
  await sit(['right', 'wrong', 'right'])
  const found = await listMostMissedQuestions(deps)
  expect(found.total).toBe(2)
  expect(found.questions.map(({ question, members, right, slug }) => [question, members, right, slug])).toEqual([
    ['Question 2?', 20, 0, course.slug],
    ['Question 3?', 20, 1, course.slug],
  ])
  expect(await listMostMissedQuestions(deps, 1)).toMatchObject({ questions: [{ right: 0 }], total: 2 })
  // Counts only queries of question tables, not side effects such as recording when a session was last used.
  const count = async (work: () => Promise<unknown>) =>
    (await recordStatements(async () => void (await work()))).filter(({ text }) => /from "question/.test(text)).length
  expect(await count(() => analyzeCourse(deps, course.id))).toBe(2)
  expect(await count(() => listMostMissedQuestions(deps))).toBe(1)
  const [, missed] = course.questions
  await db
    .update(questions)
    .set({ retiredAt: deps.now() })
    .where(eq(questions.id, missed?.id ?? ''))
  expect((await listMostMissedQuestions(deps)).total).toBe(1)
})
