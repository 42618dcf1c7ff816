import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { approvals } from '#db/tables/approvals.ts'
import { certificates, examPapers } from '#db/tables/study.ts'
import { eq } from 'drizzle-orm'
import { testAcademy, type TestAcademy } from '../harness/academy.ts'
import type { Course, Member } from '../harness/builders.ts'
import { openPaper } from '../harness/submit-exam.ts'
import { isFullMeasure, repetitions, timeLimit } from '../harness/measure.ts'

const SUBMIT = '/Academy/api/course/examination/submit/score/'
const REQUEST = '/Academy/api/course/examination/request/certificate'
const DAY_MS = 24 * 60 * 60_000

const SCORES = [7, 8, 10] as const
/** `used`: submitted before, with too few correct answers. */
const PAPERS = ['its own', 'none', 'of somebody else', 'of the day before', 'used'] as const
const PURCHASES = ['paid', 'refunded', 'disputed'] as const
const EITHER = [true, false] as const

type State = {
  score: (typeof SCORES)[number]
  paper: (typeof PAPERS)[number]
  purchase: (typeof PURCHASES)[number]
  isEvaluated: boolean
  isAttested: boolean
  /** Whether the course awards contact hours. */
  isApproved: boolean
}

/**
 * The full run tests all states. The short run tests only those that fail at most one condition, so that each condition
 * is tested alone.
 */
const STATES: State[] = SCORES.flatMap((score) =>
  PAPERS.flatMap((paper) =>
    PURCHASES.flatMap((purchase) =>
      EITHER.flatMap((isEvaluated) =>
        EITHER.flatMap((isAttested) =>
          EITHER.map((isApproved) => ({ score, paper, purchase, isEvaluated, isAttested, isApproved })),
        ),
      ),
    ),
  ),
).filter((state) => isFullMeasure || countMissing(state) < 2)

function countMissing({ score, paper, purchase, isEvaluated, isAttested, isApproved }: State): number {
  const steps = isApproved ? [isEvaluated, isAttested] : [!isEvaluated, !isAttested]
  return [score >= 8, paper === 'its own', purchase === 'paid', ...steps].filter((isMet) => !isMet).length
}

/** The expected result of a certificate request, from the rules alone. */
function expected({ score, paper, purchase, isEvaluated, isAttested, isApproved }: State): string {
  if (purchase !== 'paid') return 'not_found'
  if (score < 8 || paper !== 'its own') return 'exam_not_passed'
  return !isApproved || (isEvaluated && isAttested) ? 'SUCCESS' : 'steps_missing'
}

type Exam = Course & { answers: (right: number) => { question_id: string; answer: string }[] }

async function examIn({ course, db }: TestAcademy, isApproved: boolean): Promise<Exam> {
  const exam = await course()
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  if (isApproved)
    await db.insert(approvals).values({
      courseId: exam.id,
      approver: 'Board of Example',
      statement: 'Approved by the Board of Example.',
      provider: '12345',
      hours: '1.0',
      validFrom: day(-30),
      validUntil: day(30),
      needsLicense: false,
      reasoning: '',
    })
  const answers = (right: number) =>
    exam.questions.map((question, at) => ({
      question_id: question.id,
      answer: at < right ? question.right : question.wrong,
    }))
  return { ...exam, answers }
}

/** Brings a new member into a state, then requests the certificate. */
async function inState(academy: TestAcademy, exam: Exam, somebody: Member, state: State): Promise<Member> {
  const { as, member, purchase, pool, db } = academy
  const nurse = await member()
  const purchaseId = await purchase(nurse.id, exam.id)
  await academy.completeLectures(nurse.id, exam)
  const hand = (paper: string | null, right: number) => {
    const named = paper === null ? {} : { paper }
    return as(nurse).post(SUBMIT, { exam_id: exam.slug, score: 10, total: 10, answers: exam.answers(right), ...named })
  }
  const own = (await openPaper(as(nurse), exam.slug)).paper
  if (state.paper === 'its own') await hand(own, state.score)
  else if (state.paper === 'none') await hand(null, state.score)
  else if (state.paper === 'of somebody else') await hand((await openPaper(as(somebody), exam.slug)).paper, state.score)
  else if (state.paper === 'used') {
    await hand(own, 0)
    await hand(own, state.score)
  } else {
    const openedAt = new Date(Date.now() - DAY_MS - 1_000)
    await db
      .update(examPapers)
      .set({ openedAt })
      .where(eq(examPapers.id, own ?? ''))
    await hand(own, state.score)
  }
  const ratings = state.isEvaluated ? [5, 4, 3, 2, 1] : [5, null, 3, 2, 1]
  const attested = state.isAttested && { attested: true, name: 'Nora Nightingale' }
  await as(nurse).post(`/Academy/api/course/examination/evaluation/${exam.slug}/`, { ratings, ...attested })
  await pool.query(`update purchases set state = $2 where id = $1`, [purchaseId, state.purchase])
  return nurse
}

const formatState = ({ score, paper, purchase, isEvaluated, isAttested, isApproved }: State) =>
  `${score} of 10, paper ${paper}, ${purchase}${isEvaluated ? ', evaluated' : ''}${isAttested ? ', attested' : ''}${isApproved ? ', for contact hours' : ''}`

test(
  `a certificate is issued exactly when it is earned, in ${STATES.length} states, with one email each`,
  { timeout: timeLimit(300) },
  async () => {
    const academy = await testAcademy()
    const [approved, plain] = [await examIn(academy, true), await examIn(academy, false)]
    const somebody = await academy.member()
    for (const exam of [approved, plain]) await academy.purchase(somebody.id, exam.id)
    const wrong: string[] = []
    const earners: string[] = []
    for (const state of STATES) {
      const exam = state.isApproved ? approved : plain
      const nurse = await inState(academy, exam, somebody, state)
      const { body } = await academy.as(nurse).post(`${REQUEST}/${exam.slug}/`, { exam_id: exam.slug })
      const said = (body.message === 'SUCCESS' ? body.message : body.code) as string
      if (said === 'SUCCESS') earners.push(nurse.id)
      if (said !== expected(state)) wrong.push(`${formatState(state)}: ${said}, not ${expected(state)}`)
    }
    expect(wrong).toEqual([])
    expect(STATES.length).toBeGreaterThanOrEqual(32)
    expect(earners).toHaveLength(STATES.filter((state) => expected(state) === 'SUCCESS').length)
    const issued = await academy.db.select({ memberId: certificates.memberId }).from(certificates)
    expect(issued.map(({ memberId }) => memberId).toSorted()).toEqual(earners.toSorted())
    await academy.runJobs()
    expect(await academy.mailbox()).toHaveLength(earners.length)
  },
)

test('the closest score below 80% earns nothing, and exactly 80% earns a certificate', async () => {
  const academy = await testAcademy()
  const { course, member, purchase, as, db } = academy
  for (const [right, asked, said] of [
    [399, 499, 'exam_not_passed'],
    [400, 500, 'SUCCESS'],
  ] as const) {
    const exam = await course({ questions: asked })
    const nurse = await member()
    await purchase(nurse.id, exam.id)
    const { paper } = await openPaper(as(nurse), exam.slug)
    const answers = exam.questions.map((question, at) => ({
      question_id: question.id,
      answer: at < right ? question.right : question.wrong,
    }))
    const counted = await as(nurse).post(SUBMIT, { exam_id: exam.slug, score: 0, total: asked, paper, answers })
    expect(counted.body.percentage).toBeCloseTo((right / asked) * 100, 1)
    const { body } = await as(nurse).post(`${REQUEST}/${exam.slug}/`, { exam_id: exam.slug })
    expect(body.message === 'SUCCESS' ? body.message : body.code).toBe(said)
  }
  expect(await db.select().from(certificates)).toHaveLength(1)
})

test('a hundred concurrent requests produce one certificate and one email', { timeout: timeLimit(60) }, async () => {
  const academy = await testAcademy()
  const { as, db, runJobs, mailbox } = academy
  const exam = await examIn(academy, true)
  const state: State = {
    score: 8,
    paper: 'its own',
    purchase: 'paid',
    isEvaluated: true,
    isAttested: true,
    isApproved: true,
  }
  const nurse = await inState(academy, exam, await academy.member(), state)
  const asking = Array.from({ length: 100 }, () => as(nurse).post(`${REQUEST}/${exam.slug}/`, { exam_id: exam.slug }))
  const replies = await Promise.all(asking)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await db.select().from(certificates)).toHaveLength(1)
  await runJobs()
  expect(await mailbox()).toHaveLength(1)
})

const GUESSES = repetitions({ full: 100_000, short: 350 })

test(`${GUESSES} guessed certificate ids match none and are rate limited`, { timeout: timeLimit(120) }, async () => {
  const academy = await testAcademy()
  const { as, db } = academy
  const exam = await examIn(academy, false)
  const nurse = await academy.member()
  await academy.purchase(nurse.id, exam.id)
  const { paper } = await openPaper(as(nurse), exam.slug)
  await as(nurse).post(SUBMIT, { exam_id: exam.slug, score: 10, total: 10, paper, answers: exam.answers(10) })
  await as(nurse).post(`${REQUEST}/${exam.slug}/`, { exam_id: exam.slug })
  const [certificate] = await db.select().from(certificates)
  const statuses = new Map<number, number>()
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const other = await academy.member()
  for (let tried = 0; tried < GUESSES; tried += 50) {
    const guessed = Array.from({ length: 50 }, () => randomBytes(20).toString('base64url'))
    const read = guessed.map(async (id) => count((await as(undefined).get(`/Academy/api/certificate/${id}/`)).status))
    await Promise.all(read)
  }
  expect(new Set(statuses.keys())).toEqual(new Set([404, 429]))
  expect(statuses.get(404)).toBeLessThanOrEqual(300)
  // In the meantime, certificates can be checked from other IP addresses.
  const checked = { url: `/Academy/api/certificate/${certificate?.id}/`, remoteAddress: '203.0.113.7' }
  expect((await academy.app.inject(checked)).statusCode).toBe(200)

  statuses.clear()
  for (let tried = 0; tried < 100; tried += 1)
    count((await as(other).post(`${REQUEST}/${exam.slug}/`, { exam_id: exam.slug })).status)
  expect(Object.fromEntries(statuses)).toEqual({ 404: 60, 429: 40 })
  expect(await db.select().from(certificates)).toHaveLength(1)
})
