import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startSession } from '#features/people/accounts/sessions.public.ts'
import { type Reply, testAcademy } from '../../../../test/harness/academy.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'
import { openPaper, submitExam } from '../../../../test/harness/submit-exam.ts'
import { seeded } from '../../../../test/samples/seeded.ts'

const DAY = 24 * 60 * 60_000
const LECTURES = 4
const QUESTIONS = 5

/** What a nurse of the group did, kept apart from the academy's own records. */
type Studied = { email: string; completed: Set<number>; best: number | undefined; isCertified: boolean }

const describeState = ({ completed, best, isCertified }: Studied) => {
  if (isCertified) return 'certificate'
  if (best !== undefined && best >= 4) return 'passed'
  if (completed.size === LECTURES) return 'finished'
  return completed.size > 0 || best !== undefined ? 'in_progress' : 'not_started'
}

const assertDone = ({ status, text }: Reply) => {
  if (status !== 200) throw new Error(`${status}: ${text}`)
}

/** Enrolls a hospital's roster and makes a group of it. Its learners act through the calls that the pages make. */
async function academyWithHospital() {
  const academy = await testAcademy()
  const { as, course: createCourse, member, pool, deps, withToken } = academy
  const course = await createCourse({ title: 'Depositions', lectures: LECTURES, questions: QUESTIONS })
  const owner = as(await member({ role: 'owner' }))
  const content = (await readFile('test/samples/hospital-roster.xlsx')).toString('base64')
  const roster = { product: course.slug, why: 'St. Mary’s', content, skip_mistakes: true }
  expect((await owner.post('/Academy/api/studio/enrolments/', roster)).body.granted).toBe(39)
  const { rows } = await pool.query<{ id: string; email: string }>(
    "select id, email from members where email like '%@stmarys.example.com' order by email",
  )
  const group = `/Academy/api/studio/groups/${(await owner.post('/Academy/api/studio/groups/new/', { name: 'St. Mary’s' })).body.id}/`
  await owner.post(`${group}members/`, { emails: rows.map(({ email }) => email).join('\n') })
  await owner.post(`${group}courses/`, { course: course.id })
  const nurses = await Promise.all(
    rows.map(async ({ id, email }) => ({
      calls: withToken(await startSession(deps, { memberId: id, agent: 'test' })),
      studied: { email, completed: new Set<number>(), best: undefined, isCertified: false } as Studied,
    })),
  )
  nurses.sort((one, other) => one.studied.email.localeCompare(other.studied.email))
  const list = async (filter: object = {}) => {
    const found: { email: string; state: string; completed: number; best: string | null }[] = []
    let after: string | null = null
    do {
      const { body } = await owner.post('/Academy/api/studio/progress/', {
        of: 'group',
        group: group.split('/').at(-2),
        after,
        ...filter,
      })
      for (const { id, member: who, state, completed, best } of body.learners) {
        after = id
        found.push({ email: who.email, state, completed, best })
      }
      if (!body.is_more) after = null
    } while (after !== null)
    return found.toSorted((one, other) => one.email.localeCompare(other.email))
  }
  return { ...academy, course, nurses, list }
}

test.skipIf(isEveryChange)(
  'the progress list of a hospital’s group is right after each day of a simulated week',
  { timeout: 600_000 },
  async () => {
    const { course, nurses, list, setTime } = await academyWithHospital()
    const random = seeded(1854)
    const start = Date.now()
    for (let day = 1; day <= 7; day += 1) {
      setTime(new Date(start + day * DAY))
      for (const { calls, studied } of nurses) {
        if (random(10) < 4) continue
        const next = studied.completed.size
        const lecture = course.lectures[next]
        if (lecture && random(10) < 8) {
          const progress = `/Academy/api/course/${course.slug}/lecture/${lecture.slug}/update/progress/`
          assertDone(await calls.post(progress, { progress: 100 }))
          studied.completed.add(next)
        } else if (studied.best === undefined || studied.best < 4) {
          const right = random(QUESTIONS + 1)
          const { questions } = await openPaper(calls, course.slug)
          const answers = questions.map(({ id }, at) => ({ question_id: id, answer: at < right ? 'right' : 'wrong' }))
          assertDone(await submitExam(calls, course.slug, answers))
          studied.best = Math.max(studied.best ?? 0, right)
        } else if (!studied.isCertified) {
          const request = `/Academy/api/course/examination/request/certificate/${course.slug}`
          assertDone(await calls.post(request, { exam_id: course.slug }))
          studied.isCertified = true
        }
      }
      const expected = nurses.map(({ studied }) => ({
        email: studied.email,
        state: describeState(studied),
        completed: studied.completed.size,
        best: studied.best === undefined ? null : `${studied.best} of ${QUESTIONS}`,
      }))
      expect(await list()).toEqual(expected)
      for (const state of ['not_started', 'in_progress', 'finished', 'passed', 'certificate'])
        expect(await list({ state })).toEqual(expected.filter((each) => each.state === state))
    }
  },
)
