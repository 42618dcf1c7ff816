import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmCard, TEST_CARD } from '../harness/card-browser.ts'
import { logIn, readRightAnswers } from '../harness/api-client.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { submitExam, openPaper } from '../harness/submit-exam.ts'

const OWNED = 'defense-medical-exam-training'
const WANTED = 'defense-medical-exam-observation-practice'

let academy: RunningAcademy
beforeAll(async () => {
  academy = await runAcademy({ isAlone: true })
})
afterAll(() => academy.close())

test('after a kill -9 between the certificate request and its email, a restart sends the email', async () => {
  const demo = await logIn(academy.url, 'demo', 'demo-learner-2026')
  const exam = await openPaper(demo, OWNED)
  const right = readRightAnswers(OWNED)
  const answers = exam.questions.map(({ id, question }) => ({ question_id: id, answer: right.get(question) ?? '' }))
  const { body: result } = await submitExam(demo, OWNED, answers)
  expect(result).toMatchObject({ score: 10, passed: true })

  const { body } = await demo.post(`/Academy/api/course/examination/request/certificate/${OWNED}`, { exam_id: OWNED })
  expect(body).toEqual({ message: 'SUCCESS' })
  await academy.kill()
  await academy.start()

  const email = await academy.findEmail('certificate')
  expect(email.attachments).toMatchObject([{ contentType: 'application/pdf' }])
  const sent = (await academy.mail()).filter(({ subject }) => subject.includes('certificate'))
  expect(sent.length).toBeLessThanOrEqual(2)
})

test('after the browser closes between card and confirmation, and a kill -9, the purchase is settled as paid', async () => {
  const newcomer = await logIn(academy.url, 'newcomer', 'demo-newcomer-2026')
  const { body: site } = await newcomer.get('/Academy/api/site/')
  const { body: intent } = await newcomer.post('/Academy/create-payment-intent/', { courseId: WANTED })
  const paid = await confirmCard(site.cards, intent.clientSecret, { number: TEST_CARD.succeeds })
  expect(paid.status).toBe('succeeded')
  await academy.kill()
  await academy.start()

  // The reconcile job settles payments whose confirmation is missing, but only after a minute, so that the browser can
  // send it first.
  let isPurchased = false
  for (let tries = 0; tries < 130 && !isPurchased; tries += 1) {
    await sleep(1_000)
    isPurchased = (await newcomer.get(`/Academy/api/course/${WANTED}/`)).body.isPurchased
  }
  expect(isPurchased).toBe(true)
  expect((await newcomer.get('/Academy/api/MyAcademy/')).body).toMatchObject([{ id_: WANTED }])
})

test('a second server on the same data folder does not start, and the first keeps running', async () => {
  // With an external database, several servers may run at once.
  if (academy.environment.DATABASE_URL) return
  const second = spawn(process.execPath, ['src/main.ts'], {
    env: { ...academy.environment, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(second.stderr), once(second, 'exit')])
  expect(code).toBe(1)
  expect(said).toContain('Another academy is already using the data folder')
  const demo = await logIn(academy.url, 'demo', 'demo-learner-2026')
  expect((await demo.get('/Academy/api/MyAcademy/')).body).toHaveLength(1)
})
