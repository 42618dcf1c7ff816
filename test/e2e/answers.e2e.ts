import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { DEMO_FOLDER } from '../harness/demo-academy.ts'
import { logIn, readRightAnswers } from '../harness/api-client.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { submitExam, openPaper } from '../harness/submit-exam.ts'

const OWNED = 'defense-medical-exam-training'
const BUILD = path.resolve(import.meta.dirname, '../../build')

let academy: RunningAcademy
beforeAll(async () => {
  academy = await runAcademy()
})
afterAll(() => academy.close())

/** These sentences appear only in the answer key, so a page that shows one leaks the key. */
const rationales = readdirSync(path.join(DEMO_FOLDER, 'courses')).flatMap((course) => {
  const text = readFileSync(path.join(DEMO_FOLDER, 'courses', course, 'examination.yaml'), 'utf8')
  return (parse(text) as { questions: { rationale: string }[] }).questions.map(({ rationale }) => rationale)
})

function leaksIn(text: string): string[] {
  const plain = text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('\\"', '"')
  return [
    ...rationales.filter((rationale) => plain.includes(rationale)),
    ...(/"?answer_?[iI]ndex"?\s*:/.exec(plain) ?? []),
  ]
}

test('the detector finds a rationale in text that contains one', () => {
  expect(rationales).toHaveLength(90)
  const key = readFileSync(path.join(DEMO_FOLDER, 'courses', OWNED, 'examination.yaml'), 'utf8')
  expect(leaksIn(key)).toHaveLength(30)
})

test('no call returns a rationale before an exam is submitted, for any caller', async () => {
  const { paths } = (await (await fetch(`${academy.url}/Academy/docs/json`)).json()) as {
    paths: Record<string, object>
  }
  const { body: lectures } = await (
    await logIn(academy.url, 'demo', 'demo-learner-2026')
  ).get(`/Academy/api/take/course/${OWNED}/`)
  const lecture = lectures.lectures[0].id as string
  const calls = Object.entries(paths)
    .filter(([address, methods]) => address.startsWith('/Academy/') && 'get' in methods)
    .map(([address]) => address.replace('{id2}', lecture).replace(/\{id1?\}/, OWNED))
  expect(calls.length).toBeGreaterThanOrEqual(10)

  const tokens = [
    undefined,
    await tokenOf('newcomer'),
    await tokenOf('demo', 'demo-learner-2026'),
    await tokenOf('staff'),
  ]
  for (const address of [...calls, '/Academy/docs/json']) {
    for (const token of tokens) {
      const reply = await fetch(academy.url + address, { headers: token ? { authorization: `Token ${token}` } : {} })
      expect({ address, leaks: leaksIn(await reply.text()) }).toEqual({ address, leaks: [] })
    }
  }
})

test('submitting a half-right exam returns no rationale', async () => {
  const demo = await logIn(academy.url, 'demo', 'demo-learner-2026')
  const exam = await openPaper(demo, OWNED)
  const right = readRightAnswers(OWNED)
  const answers = exam.questions.map(({ id, question, options }, index) => ({
    question_id: id,
    answer: options.find((option) => (option === right.get(question)) === (index % 2 === 0)) ?? '',
  }))
  const { body } = await submitExam(demo, OWNED, answers)
  expect(body.score).toBe(5)
  expect(body.passed).toBe(false)
  expect(leaksIn(JSON.stringify(body))).toEqual([])
})

test('no page, page data, or built file contains a rationale', async () => {
  const pages = ['/', '/Courses/', `/Course/${OWNED}`, `/Examination/${OWNED}`, `/MyAcademy/${OWNED}`]
  for (const page of [...pages, '/_.data', `/Course/${OWNED}.data`, `/Examination/${OWNED}.data`]) {
    expect({ page, leaks: leaksIn(await (await fetch(academy.url + page)).text()) }).toEqual({ page, leaks: [] })
  }
  const files = readdirSync(path.join(BUILD, 'client'), { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  )
  expect(files.length).toBeGreaterThan(20)
  for (const { parentPath, name } of files) {
    const leaks = leaksIn(readFileSync(path.join(parentPath, name), 'utf8'))
    expect({ name, leaks }).toEqual({ name, leaks: [] })
  }
})

async function tokenOf(username: string, password = `demo-${username}-2026`): Promise<string> {
  const body = JSON.stringify({ username, password })
  const reply = await fetch(`${academy.url}/Academy/api/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await reply.json()) as { token: string }).token
}
