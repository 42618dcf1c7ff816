import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { RouteOptions } from 'fastify'
import { expect, test } from 'vitest'
import { findSizeError } from './json-body.ts'
import { testAcademy } from '../../../test/harness/academy.ts'
import {
  HOSTILE_HEADERS,
  HOSTILE_PLACES,
  HOSTILE_QUERIES,
  createHostileBodies,
  createHostileValues,
  LONG_TEXT,
  createUnknownFields,
  replaceField,
} from '../../../test/harness/hostile-input.ts'
import { MAX_LOOP_BLOCK_MS, measureTypicalLoopBlock } from '../../../test/harness/event-loop-block.ts'
import { repetitions } from '../../../test/harness/measure.ts'

const USUAL_LIMIT = 16 * 1024

type Request = { method: 'GET' | 'POST'; url: string; body?: string; headers?: Record<string, string> }

/** Returns hostile requests to an endpoint, as an attacker might send them. */
function attacksOn({ url, method, bodyLimit = USUAL_LIMIT, config }: RouteOptions): Request[] {
  const { params = {}, body = {} } = config?.declared?.example ?? {}
  const address = url.replaceAll(/:(\w+)|\*/g, (_, name: string) => encodeURIComponent(params[name] ?? 'some'))
  // All endpoints parse headers the same way, so two of them are enough.
  const isFirst = address === '/Academy/api/courses/' || address === '/Academy/api/login/'
  const headed = isFirst ? HOSTILE_HEADERS.map((headers) => ({ url: address, headers })) : []
  const places = /[:*]/.test(url) ? HOSTILE_PLACES.map((place) => url.replaceAll(/:\w+|\*/g, place)) : []
  if (method === 'GET') {
    const urls = [address, ...HOSTILE_QUERIES.map((query) => address + query), ...places]
    return [...urls.map((each) => ({ url: each })), ...headed].map((each) => ({ method: 'GET', ...each }))
  }
  const fields = Object.keys(body as object)
  // Each value is sent in one of the fields, and each field is sent with some of the values.
  const inFields = fields.length === 0 ? [] : createHostileValues(bodyLimit - 800)
  const bodies = [
    ...createHostileBodies(bodyLimit),
    ...fields.map((field) => replaceField(body as object, field, LONG_TEXT)),
    ...inFields.map((value, index) => replaceField(body as object, fields[index % fields.length] ?? '', value)),
  ]
  return [
    ...bodies.map((each) => ({ url: address, body: each })),
    ...places.map((each) => ({ url: each, body: JSON.stringify(body) })),
    ...headed,
  ].map((each) => ({ method: 'POST', ...each }))
}

/** Matches the validator's default messages, which schemas should replace with better ones. */
const VALIDATORS_WORDS =
  /Invalid (?:input|option|UUID|string|ISO)|Too (?:big|small)|expected \w+ to|received (?:undefined|NaN)/

type Answer = { statusCode: number; headers: Record<string, unknown>; payload: string }

/** Whether a response is not a server error and, if it is an error, has the format that the API docs promise. */
function isInForm({ statusCode, headers, payload }: Answer, isFlat: boolean): boolean {
  if (statusCode < 400) return true
  // Status 503 is allowed: the same work is already running elsewhere, and nothing was done.
  if ((statusCode >= 500 && statusCode !== 503) || headers['cache-control'] !== 'no-store') return false
  if (headers['content-type'] !== 'application/json; charset=utf-8') return false
  const body = JSON.parse(payload) as Record<string, unknown>
  if ('code' in body && 'message' in body)
    return typeof body['code'] === 'string' && typeof body['message'] === 'string'
  return isFlat && Object.values(body).every((texts) => Array.isArray(texts) && typeof texts[0] === 'string')
}

test('no invented request blocks the process or gets a reply in another format', async () => {
  const academy = await testAcademy()
  // The event stream never ends. Its hostile requests are in features/people/notifications/live-updates.test.ts.
  const ends = ({ url }: { url: string }) => !url.startsWith('/Academy/live')
  const calls = academy.app.routes.filter((call) => ends(call) && (call.method === 'GET' || call.method === 'POST'))
  expect(calls.filter(({ config }) => config?.declared).length).toBeGreaterThan(30)
  const wrong: [request: string, how: string][] = []
  for (const [number, call] of calls.entries()) {
    const access = call.config?.access
    // Starts a new session each time, because one of the endpoints ends it. Staff endpoints are called as owner.
    const caller =
      access === 'page' ? undefined : academy.member({ role: typeof access === 'object' ? 'owner' : 'learner' })
    const token = (await caller)?.token
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Token ${token}` }) }
    const attacks = attacksOn(call).filter((_, index) => (index + number) % repetitions({ full: 1, short: 16 }) === 0)
    for (const { method, url, body, headers: more } of attacks) {
      const name = `${method} ${url.slice(0, 80)} ${body?.slice(0, 80) ?? ''}`
      let answer: Answer | undefined
      const send = async () => {
        answer = await academy.app.inject({
          method,
          url,
          headers: { ...headers, ...more },
          ...(body !== undefined && { payload: body }),
        })
      }
      const hold = await measureTypicalLoopBlock(send)
      if (hold > MAX_LOOP_BLOCK_MS) wrong.push([name, `held the process for ${Math.round(hold)} ms`])
      if (answer && VALIDATORS_WORDS.test(answer.payload) && answer.statusCode === 400)
        wrong.push([name, answer.payload.slice(0, 200)])
      if (!answer || !isInForm(answer, call.config?.fieldErrors === 'flat'))
        wrong.push([name, `${answer?.statusCode} ${answer?.payload}`])
    }
  }
  expect(wrong).toEqual([])
}, 180_000)

test('an invalid request gets an error in the same format, and the connection closes', async () => {
  const { app } = await testAcademy()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const post = 'POST /Academy/api/login/ HTTP/1.1\r\nhost: x\r\n'
  for (const [sent, status] of [
    ['KNOCK / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nhost: x\r\na: \u0001\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nhost: x\r\nexpect: everything\r\n\r\n', 417],
    [`${post}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n`, 400],
    [`${post}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`, 400],
    [`GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ] as const) {
    const socket = connect(port, '127.0.0.1')
    socket.write(sent)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    expect([sent.slice(0, 80), head.split(' ')[1]]).toEqual([sent.slice(0, 80), String(status)])
    expect(head).toMatch(/^cache-control: no-store\r?$/m)
    expect(JSON.parse(body)).toEqual({ code: 'invalid', message: expect.any(String) })
  }
})

test('a compressed body is refused instead of unpacked: 300 bytes may unpack to gigabytes', async () => {
  const { app } = await testAcademy()
  const compress = { br: brotliCompressSync, gzip: gzipSync, deflate: deflateSync, zstd: zstdCompressSync }
  for (const [encoding, pack] of Object.entries(compress))
    for (const url of ['/Academy/api/login/', '/webhooks/stripe']) {
      const headers = { 'content-encoding': encoding, 'content-type': 'application/json' }
      const { statusCode, body } = await app.inject({ method: 'POST', url, payload: pack(Buffer.from('{}')), headers })
      expect([url, encoding, statusCode]).toEqual([url, encoding, 415])
      expect(body).toContain('Send the body uncompressed.')
    }
})

test('a body may be as large as its call declares, and 16 kB by default', async () => {
  const academy = await testAcademy()
  const nurse = academy.as(await academy.member())
  const answer = { question_id: '7d0f4c58-2f0b-4d0e-9a53-1d2a0b8c6e21', answer: 'a'.repeat(400) }
  const examination = {
    exam_id: 'none',
    score: 0,
    total: 0,
    paper: answer.question_id,
    answers: Array.from({ length: 500 }, () => answer),
  }
  const handedIn = await nurse.post('/Academy/api/course/examination/submit/score/', examination)
  expect(handedIn).toMatchObject({ status: 404, body: { message: 'Exam not found.' } })
  const statusOf = async (bytes: number) =>
    (await nurse.post('/Academy/api/login/', { username: 'nora', password: 'a'.repeat(bytes) })).status
  expect([await statusOf(15_000), await statusOf(17_000)]).toEqual([400, 413])
})

test('reports the first fifty of many unknown fields', async () => {
  const academy = await testAcademy()
  const { status, body } = await academy
    .as(undefined)
    .post('/Academy/api/verify-email/', JSON.parse(createUnknownFields(1_000)))
  expect([status, Object.keys(body.fields).length]).toEqual([400, 50])
  expect(body.fields).toMatchObject({
    token: ['This link is invalid. Open it again from the email.'],
    k0: ['Unknown field.'],
  })
})

test('estimates how much a body contains without parsing it, ignoring strings', () => {
  const shaped = (value: unknown) => findSizeError(JSON.stringify(value))?.message
  expect(shaped({ text: '[{,'.repeat(5_000), quoted: '\\"[\\\\', list: [[[[[[[1]]]]]]] })).toBeUndefined()
  expect(shaped([[[[[[[[[[1]]]]]]]]]])).toContain('nested too deeply')
  expect(shaped(Array.from({ length: 1_990 }, () => 1))).toBeUndefined()
  expect(shaped(Array.from({ length: 2_010 }, () => 1))).toContain('2000 values')
})
