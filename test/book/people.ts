import { strict as assert } from 'node:assert'
import { request } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRightAnswers } from '../harness/api-client.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../harness/card-browser.ts'
import { generateTotp } from '../harness/totp.ts'
import type { Outside } from './outside.ts'

const COURSE = 'defense-medical-exam-training'
const PASSWORD = 'lamp-at-midnight'
const HOST = 'academy.example.com'

/** How browsers reach the site: the port of its nginx, and the certificate authority that they trust. */
export type Site = { port: number; ca: string }
type Answer = {
  status: number
  headers: NodeJS.Dict<string | string[]>
  bytes: Buffer
  body: ReturnType<typeof JSON.parse>
}

/** One request over https. Storage URLs go to their own port. */
async function call(
  site: Site,
  method: string,
  address: string,
  sent: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const url = new URL(address, `https://${HOST}`)
  const headers: Record<string, string> = { host: url.host, ...sent.headers }
  if (sent.token !== undefined) headers['authorization'] = `Token ${sent.token}`
  if (sent.body !== undefined) headers['content-type'] = 'application/json'
  const { port, hostname } = url
  const asked = request({
    host: '127.0.0.1',
    port: port || site.port,
    servername: hostname,
    ca: site.ca,
    method,
    path: url.pathname + url.search,
    headers,
  })
  asked.end(sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const reply = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve)
    asked.once('error', reject)
  })
  const bytes = await buffer(reply)
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  return {
    status: reply.statusCode ?? 0,
    headers: reply.headers,
    bytes,
    body: isJson ? JSON.parse(String(bytes)) : undefined,
  }
}

async function fine(
  site: Site,
  method: string,
  address: string,
  sent: Parameters<typeof call>[3] = {},
): Promise<Answer> {
  const answer = await call(site, method, address, sent)
  assert.equal(answer.status, 200, `${method} ${address}: ${answer.status} ${String(answer.bytes).slice(0, 300)}`)
  return answer
}

/** Waits for an email to this address; returns what the pattern matches in it. */
export async function emailTo({ emails }: Outside, address: string, pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 120; tries += 1) {
    for (const email of emails) {
      const found = email.to.includes(address) ? pattern.exec(email.text)?.[1] : undefined
      if (found !== undefined) return found
    }
    await sleep(500)
  }
  throw new Error(
    `No mail came to ${address} with ${pattern.source}. Came: ${emails.map(({ to }) => to.join()).join(' ')}`,
  )
}

/** Looks at the public pages, over https. `/metrics` is not visible from outside. */
export async function looksAround(site: Site, words = 'Defense Medical Exam'): Promise<void> {
  for (const page of ['/', '/Courses/', `/Course/${COURSE}`]) {
    const { bytes } = await fine(site, 'GET', page)
    assert.ok(String(bytes).includes(words), `${page} lacks: ${words}`)
  }
  assert.equal((await call(site, 'GET', '/metrics')).status, 404)
}

export async function registers(site: Site, outside: Outside, username: string): Promise<void> {
  const email = `${username}@example.com`
  const body = {
    first_name: username,
    last_name: 'Nightingale',
    email,
    username,
    password: PASSWORD,
    confirm_password: PASSWORD,
  }
  await fine(site, 'POST', '/Academy/api/register/', { body })
  const token = await emailTo(outside, email, /VerifyEmail\/([\w-]+)/)
  await fine(site, 'POST', '/Academy/api/verify-email/', { body: { token } })
}

export async function logsIn(site: Site, username: string): Promise<string> {
  const { body } = await fine(site, 'POST', '/Academy/api/login/', { body: { username, password: PASSWORD } })
  return body.token as string
}

/** Pays with a card that succeeds. `comesBack` false: the browser closes before the academy gets the confirmation. */
export async function pays(
  site: Site,
  { emulator }: Outside,
  {
    token,
    way = '/Academy/create-payment-intent/',
    what = COURSE,
    comesBack = true,
  }: { token: string; way?: string; what?: string; comesBack?: boolean },
): Promise<void> {
  const { body } = await fine(site, 'POST', way, { token, body: { courseId: what } })
  const { status } = await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
  assert.equal(status, 'succeeded')
  if (comesBack)
    await fine(site, 'POST', `/Academy/api/myAcademy/payment/${body.myDocsID}/${getIntentId(body.clientSecret)}/`, {
      token,
    })
}

/** Watches each lecture, passes the exam, and requests the certificate; returns its public ID. */
export async function studies(
  site: Site,
  outside: Outside,
  { token, email }: { token: string; email: string },
): Promise<string> {
  const course = await fine(site, 'GET', `/Academy/api/take/course/${COURSE}/`, { token })
  for (const { id } of course.body.lectures) {
    const { body } = await fine(site, 'GET', `/Academy/api/course/${COURSE}/lecture/${id}/`, { token })
    await plays(site, body.videoURL)
    await fine(site, 'POST', `/Academy/api/course/${COURSE}/lecture/${id}/update/progress/`, { token })
  }
  const exam = await fine(site, 'GET', `/Academy/api/course/examination/${COURSE}/`, { token })
  const right = readRightAnswers(COURSE)
  const questions = exam.body.questions as { id: string; question: string }[]
  const answers = questions.map(({ id, question }) => ({ question_id: id, answer: right.get(question) ?? '' }))
  const body = { exam_id: COURSE, score: answers.length, total: answers.length, paper: exam.body.paper, answers }
  const score = await fine(site, 'POST', '/Academy/api/course/examination/submit/score/', { token, body })
  assert.equal(score.body.passed, true)
  await fine(site, 'POST', `/Academy/api/course/examination/request/certificate/${COURSE}`, {
    token,
    body: { exam_id: COURSE },
  })
  return emailTo(outside, email, /\/Certificate\/([\w-]+)/)
}

/** Checks that the first bytes of a video come directly from object storage. */
async function plays(site: Site, address: string): Promise<void> {
  const headers = { range: 'bytes=0-999' }
  let reply = await call(site, 'GET', address, { headers })
  if (reply.status === 302 || reply.status === 307) {
    const storage = String(reply.headers['location'])
    assert.match(storage, /^https:\/\/storage\.example\.com:/)
    reply = await call(site, 'GET', storage, { headers })
  }
  assert.equal(reply.status, 206, `${address}: ${reply.status}`)
  assert.equal(String(reply.bytes.subarray(4, 8)), 'ftyp')
}

export async function owns(site: Site, token: string): Promise<boolean> {
  return (await fine(site, 'GET', `/Academy/api/course/${COURSE}/`, { token })).body.isPurchased as boolean
}

export async function watches(site: Site, token: string): Promise<void> {
  const { body } = await fine(site, 'GET', `/Academy/api/take/course/${COURSE}/`, { token })
  const lecture = await fine(site, 'GET', `/Academy/api/course/${COURSE}/lecture/${body.lectures[0].id}/`, { token })
  await plays(site, lecture.body.videoURL)
}

export async function showsCertificate(site: Site, id: string): Promise<unknown> {
  return (await fine(site, 'GET', `/Academy/api/certificate/${id}/`)).body
}

export async function asksForPassword(site: Site, email: string): Promise<void> {
  await fine(site, 'POST', '/Academy/api/forgot-password/', { body: { email } })
}

/** Uses the link that the command printed. Returns the password. */
export async function choosesPassword(site: Site, token: string): Promise<string> {
  await fine(site, 'POST', '/Academy/api/reset-password/', {
    body: { token, password: PASSWORD, confirm_password: PASSWORD },
  })
  return PASSWORD
}

/** The first staff login: nothing else can be used until the authenticator app is set up. Returns the app's key. */
export async function setsUpFactor(site: Site, password: string): Promise<string> {
  const login = await fine(site, 'POST', '/Academy/api/login/', { body: { username: 'nora', password } })
  const token = login.body.token as string
  assert.equal((await fine(site, 'GET', '/Academy/api/account/factors/', { token })).body.must_set_up, true)
  const { body } = await fine(site, 'POST', '/Academy/api/account/factors/code/', { token })
  const code = generateTotp(body.key, Date.now())
  const set = await fine(site, 'POST', '/Academy/api/account/factors/code/confirm/', { token, body: { code } })
  assert.equal(set.body.recovery_codes.length, 10)
  return body.key as string
}

/** Logs in to a staff account whose authenticator app is already set up. */
export async function logsInAsStaff(site: Site, { password, key }: { password: string; key: string }): Promise<void> {
  const login = await fine(site, 'POST', '/Academy/api/login/', { body: { username: 'nora', password } })
  const body = { token: login.body.second_factor.token, code: generateTotp(key, Date.now()) }
  await fine(site, 'POST', '/Academy/api/login/second-factor/', { body })
}
