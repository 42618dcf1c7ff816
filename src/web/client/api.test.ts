import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { listCourses } from '#features/catalog/courses/courses.contract.ts'
import type { register } from '#features/people/login/login.contract.ts'
import { ApiError, call, callAsVisitor, NoAnswerError, TIME_LIMIT_MS } from './api.ts'

const realFetch = globalThis.fetch
const COURSES = 'GET /Academy/api/courses/'

afterEach(() => void vi.unstubAllGlobals())

/** Starts a server. The real `fetch` sends relative URLs to it, as a browser does to the page's host. */
async function answering(listener: RequestListener): Promise<{ stop: () => void }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => realFetch(`http://127.0.0.1:${port}${url}`, init))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(stop)
  return { stop }
}

/** The browser's storage, with a token in it. */
function storage(token: string): Map<string, string> {
  const stored = new Map([['token', token]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
  })
  return stored
}

const courses = (signal?: AbortSignal) => call<typeof listCourses>(COURSES, { ...(signal && { signal }) })
const failure = (calling: Promise<unknown>) =>
  calling.then(
    () => undefined,
    (error: unknown) => error,
  )

test('sends the token and returns the reply', async () => {
  storage('abc')
  await answering(({ url, method, headers }, reply) => reply.end(JSON.stringify([{ url, method, ...headers }])))
  expect(await courses()).toMatchObject([{ url: '/Academy/api/courses/', method: 'GET', authorization: 'Token abc' }])
})

test("5000 ms without a complete reply: 'timeout exceeded', whether nothing comes or the reply stops halfway", async () => {
  const silent = async (listener: RequestListener) => {
    await answering(listener)
    const since = Date.now()
    const error = await failure(courses())
    return { error, took: Date.now() - since }
  }
  const [nothing, half] = await Promise.all([
    silent(() => {}),
    silent((_, reply) => void reply.writeHead(200, { 'content-type': 'application/json' }).write('[{')),
  ])
  for (const { error, took } of [nothing, half]) {
    expect(error).toBeInstanceOf(NoAnswerError)
    expect(error).toMatchObject({ message: 'timeout exceeded' })
    expect(took).toBeGreaterThan(TIME_LIMIT_MS - 50)
    expect(took).toBeLessThan(TIME_LIMIT_MS + 1_500)
  }
  expect(TIME_LIMIT_MS).toBe(5_000)
})

test("unreachable server or broken connection: 'Network Error'", async () => {
  await answering((request) => void request.socket.destroy())
  expect(await failure(courses())).toMatchObject({ name: 'NoAnswerError', message: 'Network Error' })
  const { stop } = await answering(() => {})
  stop()
  expect(await failure(courses())).toMatchObject({ name: 'NoAnswerError', message: 'Network Error' })
})

test("an aborted call: 'Request aborted', at once, before it was sent or while it waits", async () => {
  const leaving = new AbortController()
  await answering(() => leaving.abort())
  expect(await failure(courses(leaving.signal))).toMatchObject({ name: 'NoAnswerError', message: 'Request aborted' })
  // The router aborts with its own reasons.
  const reason = AbortSignal.abort(new Error('navigated away'))
  expect(await failure(courses(reason))).toMatchObject({ name: 'NoAnswerError', message: 'Request aborted' })
})

test('an error has its status, message, and JSON; one without JSON has our message', async () => {
  await answering(({ url }, reply) => {
    reply.statusCode = 400
    reply.end(url?.includes('register') ? '{"email":["Email is required"]}' : '{"code":"invalid","message":"No."}')
  })
  const refused = await failure(callAsVisitor<typeof register>('POST /Academy/api/register/', { body: {} }))
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ status: 400, body: { email: ['Email is required'] } })
  expect(await failure(courses())).toMatchObject({ status: 400, message: 'No.', body: { code: 'invalid' } })

  await answering((_, reply) => void reply.writeHead(502).end('<html>'))
  expect(await failure(courses())).toMatchObject({
    status: 502,
    statusText: 'Bad Gateway',
    message: 'Something went wrong on our side. Try again in a moment.',
    body: {},
  })
})

test('drops an expired token, keeps one stored meanwhile, and sends none for visitors', async () => {
  let stored = storage('dead')
  await answering(({ headers }, reply) => {
    if (headers.authorization === 'Token old') stored.set('token', 'new')
    reply.statusCode = 401
    reply.end(JSON.stringify({ sent: headers.authorization ?? null }))
  })
  expect(await failure(courses())).toMatchObject({ status: 401 })
  expect(stored.has('token')).toBe(false)
  stored = storage('old')
  await failure(courses())
  expect(stored.get('token')).toBe('new')
  expect(await failure(callAsVisitor<typeof listCourses>(COURSES))).toMatchObject({ body: { sent: null } })
  expect(stored.get('token')).toBe('new')
})
