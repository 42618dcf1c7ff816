import { runCommandLine } from '../harness/command-line.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { confirmCard, getIntentId, TEST_CARD } from '../harness/card-browser.ts'
import { writeCourse } from '../harness/hand-written-course.ts'
import { createApiClient, logIn } from '../harness/api-client.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { submitExam, openPaper } from '../harness/submit-exam.ts'

let academy: RunningAcademy
beforeAll(async () => {
  academy = await runAcademy({ isAlone: true })
})
afterAll(() => academy.close())

async function scratch(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hand-written-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Runs a command next to the academy, on the same data folder. */
const typed = (...args: string[]) => runCommandLine(academy.environment, ...args)

test('a handwritten course is imported, bought, and studied while the academy runs', async () => {
  const folder = await scratch()
  await writeCourse(folder)
  const imported = await typed('import', folder)
  expect(imported).toMatchObject({ code: 0, stderr: '' })
  expect(imported.stdout).toContain('Imported 1 course, ')

  const newcomer = await logIn(academy.url, 'newcomer', 'demo-newcomer-2026')
  const { body: site } = await newcomer.get('/Academy/api/site/')
  const { body: intent } = await newcomer.post('/Academy/create-payment-intent/', { courseId: 'reading-a-record' })
  await confirmCard(site.cards, intent.clientSecret, { number: TEST_CARD.succeeds })
  const confirmation = `/Academy/api/myAcademy/payment/${intent.myDocsID}/${getIntentId(intent.clientSecret)}`
  expect((await newcomer.post(confirmation)).body).toMatchObject({ response: 'SUCCESS' })

  const { body: course } = await newcomer.get(`/Academy/api/take/course/${intent.myDocsID}/`)
  expect(course).toMatchObject({ id: 'reading-a-record', lectureProgress: 0 })
  const { body: lecture } = await newcomer.get('/Academy/api/course/reading-a-record/lecture/first-page/')
  expect((await fetch(academy.url + lecture.videoURL, { headers: { range: 'bytes=0-99' } })).status).toBe(206)
  const progress = '/Academy/api/course/reading-a-record/lecture/first-page/update/progress/'
  expect((await newcomer.post(progress)).body).toEqual({ lectureProgress: 50 })

  const exam = await openPaper(newcomer, 'reading-a-record')
  const answers = exam.questions.map(({ id, options }) => ({
    question_id: id,
    answer: options.find((option) => option !== 'No') ?? '',
  }))
  expect((await submitExam(newcomer, 'reading-a-record', answers)).body).toMatchObject({
    score: 5,
    passed: true,
  })
})

test('a folder with errors is rejected with file and line for each, and the catalog stays unchanged', async () => {
  const before = (await createApiClient(academy.url).get('/Academy/api/courses/')).body
  const folder = await scratch()
  await writeCourse(folder, {
    'course.md': (text) =>
      text.replace('price: 149', 'price: free of charge').replace('name: Reading', 'name: Spoiled'),
    'lectures/02-last-page.md': (text) => text.replace('media/02.mp4', 'media/03.mp4'),
    'examination.yaml': (text) => text.replace('answer: 4', 'answer: 5').replace('      - "2"\n', ''),
  })
  const { code, stdout, stderr } = await typed('import', folder)
  expect(code).toBe(1)
  expect(stdout).toBe('')
  const lines = stderr.trim().split('\n')
  expect(lines.filter((line) => /^courses\/reading-a-record\/[\w./-]+:\d+: /.test(line)).length).toBeGreaterThanOrEqual(
    4,
  )
  expect(lines.at(-1)).toMatch(/^Nothing was stored: \d problems\.$/)
  expect((await createApiClient(academy.url).get('/Academy/api/courses/')).body).toEqual(before)
})

test('the command line creates staff; a wrong verb or a missing argument explains the usage', async () => {
  const made = await typed('create-staff', 'sara', 'sara@example.com')
  expect(made.code).toBe(0)
  const token = /\/ResetPassword\/([\w-]+)/.exec(made.stdout)?.[1] ?? ''
  const password = 'chosen-by-sara-1854'
  const chosen = { token, password, confirm_password: password }
  expect((await createApiClient(academy.url).post('/Academy/api/reset-password/', chosen)).status).toBe(200)
  expect((await createApiClient(academy.url).post('/Academy/api/reset-password/', chosen)).status).toBe(400)
  expect((await (await logIn(academy.url, 'sara', password)).get('/Academy/api/MyAcademy/')).status).toBe(200)

  expect(await typed('imprt')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Unknown command 'imprt'"),
  })
  expect(await typed('import')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('import needs a folder'),
  })
  expect((await typed('--help')).stdout).toContain('create-staff [USERNAME] EMAIL')
})

test('an account is locked with a message and unlocked; roles are set, and the last owner stays an owner', async () => {
  const login = async (password: string) =>
    createApiClient(academy.url).post('/Academy/api/login/', { username: 'newcomer', password })
  const because = 'Please call us about your order.'
  expect((await typed('lock', 'newcomer', '--because', because)).stdout).toContain('unlock newcomer')
  expect(await login('demo-newcomer-2026')).toMatchObject({
    status: 403,
    body: { code: 'account_locked', message: because },
  })
  expect((await login('wrong')).body).toMatchObject({ code: 'sign_in_failed' })
  expect(await typed('lock', 'newcomer', '--because', '')).toMatchObject({ code: 2 })
  expect((await typed('unlock', 'newcomer')).stdout).toContain('newcomer can log in again.')
  expect((await login('demo-newcomer-2026')).status).toBe(200)
  expect(await typed('unlock', 'newcomer')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('isn’t locked'),
  })

  expect((await typed('set-role', 'newcomer', 'support')).stdout).toContain('role changed from learner to support')
  expect((await typed('set-role', 'newcomer', 'learner')).stdout).toContain('role changed from support to learner')
  expect(await typed('set-role', 'newcomer', 'chief')).toMatchObject({ code: 2 })
  expect((await typed('set-role', 'sara', 'editor')).code).toBe(0)
  expect(await typed('set-role', 'staff', 'learner')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('only owner'),
  })
  const kim = await typed('create-staff', 'kim', 'kim@example.com', '--role', 'editor')
  expect(kim.stdout).toContain('Send kim this link. The person becomes staff when they use it.')
  expect((await typed('log', '--kind', 'account.role_changed')).stdout).toContain('role: support → learner')
})
