import { readdirSync } from 'node:fs'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { saveSettings, SiteSettings } from '#features/foundation/site/site.public.ts'
import { testAcademy } from '../harness/academy.ts'
import { createApiClient, readRightAnswers } from '../harness/api-client.ts'
import { DEMO_FOLDER, loadDemo } from '../harness/demo-academy.ts'
import { printFigure } from '../harness/print-figure.ts'
import { type ExamPaper, openPaper } from '../harness/submit-exam.ts'
import { isFullMeasure, repetitions, timeLimit } from '../harness/measure.ts'
import { eliminator } from '../samples/eliminator.ts'
import { seeded } from '../samples/seeded.ts'

const SUBMIT = '/Academy/api/course/examination/submit/score/'
const PAPERS = 6
const TIMES = repetitions({ full: 200, short: 8 })
/** The maximum number of learners who may pass, out of two hundred. */
const MAX_PASSES = 2

const COURSES = readdirSync(path.join(DEMO_FOLDER, 'courses'))

type Brain = ReturnType<typeof eliminator>
type Api = ReturnType<typeof createApiClient> & { copy: () => Promise<unknown> }
type Given = ExamPaper['questions'][number] & { chosen: string }

/** An academy on a port, with one course of the demo, no wait between attempts, and questions drawn from a seed. */
async function academyWith(course: string) {
  const draw = { random: seeded(1) }
  const academy = await testAcademy({ change: (deps) => ({ ...deps, random: (below) => draw.random(below) }) })
  const { app, deps, db, pool, member, purchase } = academy
  await loadDemo(deps, `courses/${course}`)
  await saveSettings(db, SiteSettings.parse({ examination_wait_hours: 0 }), deps.now())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const { rows } = await pool.query<{ id: string }>('select id from products where slug = $1', [course])
  return {
    drawFrom: (seed: number) => {
      draw.random = seeded(seed)
    },
    /** The requests of a new member with access to the course. */
    async learner(): Promise<Api> {
      const nurse = await member()
      await purchase(nurse.id, rows[0]?.id ?? '')
      return { ...createApiClient(url, nurse.token), copy: () => copyOf(url, nurse.token) }
    },
  }
}

/** All stored data about a member, as in their data export. */
async function copyOf(url: string, token: string): Promise<unknown> {
  const reply = await fetch(`${url}/Academy/api/account/data/`, { headers: { authorization: `Token ${token}` } })
  expect(reply.status).toBe(200)
  const { 'member.json': file = new Uint8Array() } = unzipSync(new Uint8Array(await reply.arrayBuffer()))
  return JSON.parse(strFromU8(file))
}

async function handIn(api: Api, course: string, choose: Brain['choose']) {
  const { paper, questions } = await openPaper(api, course)
  const given = questions.map((question) => ({ ...question, chosen: choose(question) }))
  const answers = given.map(({ id, chosen }) => ({ question_id: id, answer: chosen }))
  const { body } = await api.post(SUBMIT, { exam_id: course, score: 0, total: answers.length, paper, answers })
  const { passed, score } = z.object({ passed: z.boolean(), score: z.number() }).parse(body)
  return { paper, given, score, passed, reply: body as unknown }
}

const JsonObject = z.record(z.string(), z.unknown())

/** Every object in a response, at any depth. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  const object = value instanceof Object ? JsonObject.parse(value) : undefined
  return object ? [object, ...Object.values(object).flatMap(objectsIn)] : []
}

/**
 * Extracts every statement about right and wrong from a response of any shape: objects that contain a question's text
 * or ID, and either a boolean or an option other than the chosen one; and options that are correct for another
 * question.
 */
function hearAll(brain: Brain, given: readonly Given[], reply: unknown): void {
  for (const object of objectsIn(reply)) {
    const values = Object.values(object)
    const { chosen = '', ...others } = object
    const { options, answer } = object
    const known = given.find(({ id, question }) => values.includes(id) || values.includes(question))
    if (known) {
      for (const value of Object.values(others)) {
        if (typeof value === 'boolean') brain.hear({ ...known, option: known.chosen, isRight: value })
        if (typeof value === 'string' && known.options.includes(value))
          brain.hear({ ...known, option: value, isRight: true })
      }
    }
    if (chosen === '' && Array.isArray(options) && typeof answer === 'number')
      for (const each of given)
        for (const [place, option] of options.entries())
          if (each.options.includes(option)) brain.hear({ ...each, option, isRight: place === answer })
  }
}

/** What a learner sees of a course without reading it: the lectures with their practice questions. */
async function lecturesOf(api: Api, course: string): Promise<unknown[]> {
  const { body } = await api.get(`/Academy/api/take/course/${course}/`)
  const { lectures } = z.object({ lectures: z.array(z.object({ id: z.string() })) }).parse(body)
  return Promise.all(
    lectures.map(async ({ id }) => {
      const { status, body: lecture } = await api.get(`/Academy/api/course/${course}/lecture/${id}/`)
      expect(status).toBe(200)
      return lecture as unknown
    }),
  )
}

/** Reports two questions of an attempt, as many as may be open for five attempts, and reads the responses. */
async function reportQuestions(api: Api, paper: string | null, given: readonly Given[]): Promise<unknown[]> {
  const replies: unknown[] = []
  for (const { id, chosen } of given.slice(0, 2)) {
    const reason = `I chose this, and it must be right: ${chosen}`
    const { body } = await api.post('/Academy/api/course/examination/contest/', { paper, question_id: id, reason })
    replies.push(body)
  }
  return [
    ...replies,
    (await api.get('/Academy/api/account/contests/')).body,
    (await api.get('/Academy/api/account/contests/papers/')).body,
  ]
}

/** Takes up to six attempts and learns from every response. Returns whether one passed. */
async function eliminates(api: Api, course: string, { brain, lectures }: { brain: Brain; lectures: unknown[] }) {
  for (let number = 0; number < PAPERS; number += 1) {
    const { paper, given, score, passed, reply } = await handIn(api, course, brain.choose)
    if (passed) return true
    // Nothing can be learned from the last attempt anymore.
    if (number === PAPERS - 1) break
    brain.learn(given, score / given.length)
    hearAll(brain, given, [reply, await api.copy(), lectures, await reportQuestions(api, paper, given)])
  }
  return false
}

test.each(isFullMeasure ? COURSES : COURSES.slice(0, 1))(
  'someone who knows nothing but learns from every reply passes %s at most twice in two hundred times within six papers',
  { timeout: timeLimit(180) },
  async (course) => {
    const { drawFrom, learner } = await academyWith(course)
    const lectures = await lecturesOf(await learner(), course)
    expect(objectsIn(lectures).filter(({ rationale }) => rationale).length).toBeGreaterThan(2)
    let passes = 0
    for (let seed = 1; seed <= TIMES; seed += 1) {
      drawFrom(seed)
      const brain = eliminator(seeded(10_000 + seed))
      if (await eliminates(await learner(), course, { brain, lectures })) passes += 1
    }
    printFigure(`${course}: an eliminator over HTTP passed ${passes} of ${TIMES} times`)
    expect(passes).toBeLessThanOrEqual(MAX_PASSES)
  },
)

const SHOWN = [
  ['review of a passed paper', (_api: Api, reply: unknown) => reply],
  ['data export after passing', (api: Api) => api.copy()],
] as const

test.each(SHOWN)(
  'a learner who knows the answers passes at once; one who sees their %s passes, too',
  async (_, shown) => {
    const [course = ''] = COURSES
    const { drawFrom, learner } = await academyWith(course)
    drawFrom(1)
    const right = readRightAnswers(course)
    const brain = eliminator(seeded(1))
    const seen = new Set<string>()
    for (let readers = 0; seen.size < right.size; readers += 1) {
      expect(readers).toBeLessThan(60)
      const api = await learner()
      const { given, passed, reply } = await handIn(api, course, ({ question }) => right.get(question) ?? '')
      expect(passed).toBe(true)
      for (const { question } of given) seen.add(question)
      hearAll(brain, given, await shown(api, reply))
    }
    expect(await handIn(await learner(), course, brain.choose)).toMatchObject({ passed: true })
  },
)
