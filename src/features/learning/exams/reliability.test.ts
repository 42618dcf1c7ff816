import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { questions } from '#db/tables/catalog.ts'
import { examAttempts } from '#db/tables/study.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'
import { submitExam } from '../../../../test/harness/submit-exam.ts'
import { analyzeReliability } from './analysis.service.ts'
import { eraseExamAnswers } from './erasure.queries.ts'

/**
 * Ten students and ten questions, from “The Kuder-Richardson 20” by Karl L. Wuensch, East Carolina University. The sum
 * of p × q is 2.18 and the variance of the scores is 5.84, so KR-20 is 10/9 × (1 − 2.18/5.84).
 */
const PUBLISHED = [
  '1111110110',
  '1011011101',
  '1111011001',
  '0010001000',
  '0000010010',
  '1110111111',
  '1101110111',
  '1111111101',
  '0101111101',
  '1101101110',
]
const PUBLISHED_KR20 = (10 / 9) * (1 - 2.18 / 5.84)

async function startExam(questionCount: number) {
  const academy = await testAcademy()
  const { deps, as, member, purchase } = academy
  const course = await academy.course({ questions: questionCount })
  const sit = async (hits: string, nurse?: Awaited<ReturnType<typeof member>>) => {
    const who = nurse ?? (await member())
    if (!nurse) await purchase(who.id, course.id)
    const answers = course.questions.map(({ id }, at) => ({
      question_id: id,
      answer: hits[at] === '1' ? 'right' : 'wrong',
    }))
    expect((await submitExam(as(who), course.slug, answers)).status).toBe(200)
    return who
  }
  const analyze = () => analyzeReliability(deps, course.id)
  return { ...academy, course, sit, analyze }
}

test('matches a published example, from first attempts, and is withheld below twenty', async () => {
  const { sit, analyze, db } = await startExam(10)
  expect(await analyze()).toEqual({ isTooFew: true, members: 0 })
  const twice = [...PUBLISHED, ...PUBLISHED]
  for (const hits of twice.slice(1)) await sit(hits)
  expect(await analyze()).toEqual({ isTooFew: true, members: 19 })
  const last = await sit(PUBLISHED[0] ?? '')
  await sit('0000000000', last)
  const sem = Math.sqrt(((5.84 * 20) / 19) * (1 - PUBLISHED_KR20))
  const expected = {
    isTooFew: false,
    members: 20,
    asked: 10,
    estimate: { kr20: expect.closeTo(PUBLISHED_KR20, 9), sem: expect.closeTo(sem, 9) },
  }
  expect(await analyze()).toEqual(expected)
  const statements = await recordStatements(async () => void (await analyze()))
  expect(statements.filter(({ text }) => text.includes('"exam_attempts"'))).toHaveLength(1)
  await db.transaction((tx) => eraseExamAnswers(tx, last.id))
  expect(await analyze()).toEqual({ isTooFew: true, members: 19 })
})

test('counts versions of a question separately', async () => {
  const { sit, analyze, db, course } = await startExam(2)
  // Every version is answered alike by everyone. Only a mix of both versions varies.
  for (let n = 0; n < 10; n++) await sit('11')
  for (const { id } of course.questions)
    await db
      .update(questions)
      .set({ question: `New ${id}?` })
      .where(eq(questions.id, id))
  for (let n = 0; n < 10; n++) await sit('00')
  expect(await analyze()).toEqual({ isTooFew: false, members: 20, asked: 2, estimate: undefined })
})

test.skipIf(isEveryChange)(
  'recovers the planted reliability if each attempt draws its questions from a bank',
  async () => {
    const { db, pool, analyze, course } = await startExam(30)
    // Half of the learners answer each question right with probability 0.9, the others with 0.5: the variance of a question
    // is 0.7 × 0.3, and the covariance of two is 0.2².
    const planted = { variance: 0.21, covariance: 0.04 }
    const kr20 = (10 * planted.covariance) / (planted.variance + 9 * planted.covariance)
    const sem = Math.sqrt(10 * (planted.variance - planted.covariance))
    let seed = 11
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const { rows } = await pool.query<{ id: string }>(
      `insert into members (username, email, password_hash) select 'n' || n, 'n' || n || '@example.com', 'x' from generate_series(1, 3000) n returning id`,
    )
    const attempts = rows.map(({ id: memberId }, at) => {
      const drawn = course.questions
        .map(({ id }) => ({ id, order: random() }))
        .toSorted((one, other) => one.order - other.order)
      const answers = drawn.slice(0, 10).map(({ id: questionId }) => {
        const isRight = random() < (at % 2 === 0 ? 0.9 : 0.5)
        return { questionId, version: 1, chosen: isRight ? 'right' : 'wrong', isRight }
      })
      const score = answers.filter(({ isRight }) => isRight).length
      return { memberId, courseId: course.id, score, total: 10, answers, isCountedByServer: true }
    })
    await db.insert(examAttempts).values(attempts)
    const found = await analyze()
    if (found.isTooFew || !found.estimate) throw new Error('too few')
    expect(found.members).toBe(2000)
    expect(Math.abs(found.estimate.kr20 - kr20)).toBeLessThan(0.03)
    expect(Math.abs(found.estimate.sem - sem)).toBeLessThan(0.05)
  },
)
