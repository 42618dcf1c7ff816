import { readdir } from 'node:fs/promises'
import path from 'node:path'
import zlib from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { buildRequestLine } from '#shared/call.ts'
import { testAcademy } from '../../../test/harness/academy.ts'
import { requiresStaff } from './api-docs.ts'
import { isFile } from './register-endpoint.ts'

const FEATURES = path.resolve(import.meta.dirname, '../../features')

/**
 * The endpoints in part 7 of the specification: method, path, whether it requires authentication, fields of the body,
 * and fields of the response.
 */
const SPECIFIED = [
  ['POST', '/Academy/api/login/', false, 'username password', 'token'],
  ['POST', '/Academy/api/register/', false, 'first_name last_name email username password confirm_password', ''],
  ['POST', '/Academy/api/resend-verification/{email}', false, '', ''],
  ['GET', '/Academy/api/courses/', false, '', '[]'],
  ['GET', '/Academy/api/course/{id}/', true, '', 'imageURL course_name price isPurchased lectures'],
  ['GET', '/Academy/api/course/{id}/notAuthenticated/', false, '', 'imageURL course_name price isPurchased lectures'],
  ['GET', '/Academy/api/MyAcademy/', true, '', '[]'],
  ['GET', '/Academy/api/take/course/{id}/', true, '', 'id lectureProgress imageURL course_name lectures'],
  ['GET', '/Academy/api/course/{id1}/lecture/{id2}/', true, '', 'id lecture_name attachments videoURL'],
  ['POST', '/Academy/api/course/{id1}/lecture/{id2}/update/progress/', true, '', ''],
  ['POST', '/Academy/create-payment-intent/', true, 'courseId', 'clientSecret myDocsID'],
  ['POST', '/Academy/api/myAcademy/payment/{myDocsID}/{paymentIntentId}', true, '', 'response message'],
  ['GET', '/Academy/api/course/examination/{id}/', false, '', 'title questions'],
  ['POST', '/Academy/api/course/examination/submit/score/', true, 'exam_id score total', ''],
  ['POST', '/Academy/api/course/examination/request/certificate/{id}', true, 'exam_id', 'message'],
  ['GET', '/Academy/api/podcasts/', false, '', '[]'],
  ['GET', '/Academy/api/podcast/{id}/', true, '', 'podcast_title podcast_audio podcast_video'],
  ['POST', '/Academy/api/create-payment-podcast/', true, 'courseId', 'clientSecret myDocsID'],
  ['POST', '/Academy/api/podcast/payment/{myDocsID}/{paymentIntentId}', true, '', 'response message'],
  ['GET', '/Academy/api/Documents/', false, '', '[]'],
  ['GET', '/Academy/api/document/{id}/', false, '', 'document_title price isPurchased files'],
  ['GET', '/Academy/api/MyDocuments/', true, '', '[]'],
  ['GET', '/Academy/api/mydocument/{id}/', true, '', 'document_title files'],
  ['POST', '/Academy/api/create-payment-document/', true, 'courseId', 'clientSecret myDocsID'],
  ['POST', '/Academy/api/documents/payment/{myDocsID}/{paymentIntentId}', true, '', 'response message'],
] as const

type Schema = { type?: string; properties?: Record<string, unknown> }
type Content = { 'application/json': { schema: Schema; example?: unknown } }
type Operation = {
  summary?: string
  description?: string
  tags?: string[]
  security?: unknown[]
  parameters?: { name: string; in: string; required: boolean; description?: string; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content: Content }>
}
type Printed = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> }
}

async function declaredEndpoints(): Promise<Endpoint[]> {
  const files = (await readdir(FEATURES, { recursive: true })).filter((file) => file.endsWith('.contract.ts'))
  const modules = await Promise.all(files.map((file) => import(path.join(FEATURES, file)) as Promise<object>))
  return modules.flatMap((exported) => Object.values(exported).flatMap(endpointsIn))
}

/** Returns the endpoints in one export of a module: the export itself, or those in an object of endpoints. */
function endpointsIn(value: unknown): Endpoint[] {
  if (isEndpoint(value)) return [value]
  const isGroup = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isGroup ? Object.values(value).filter(isEndpoint) : []
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'url' in value && 'access' in value && 'reply' in value
}

/** Matches an object that has at least these fields. The names are separated by spaces. */
const fields = (names: string) =>
  expect.objectContaining(
    Object.fromEntries(
      names
        .split(' ')
        .filter(Boolean)
        .map((name) => [name, expect.any(Object)]),
    ),
  )

const pathOf = ({ url }: Endpoint) => url.replaceAll(/:(\w+)/g, '{$1}')

/** Returns the expected body of an operation, or undefined if it takes no body. */
function bodyOf(names: string): unknown {
  const some: unknown = expect.objectContaining({ properties: fields(names) })
  return names === '' ? undefined : some
}

async function readDocs(): Promise<Printed> {
  const academy = await testAcademy()
  const { status, body } = await academy.as(undefined).get('/Academy/docs/json')
  expect(status).toBe(200)
  return body as Printed
}

function operations({ paths }: Printed): [string, Operation][] {
  return Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${url}`,
      operation,
    ]),
  )
}

test('the docs contain exactly the declared calls', async () => {
  const [printed, endpoints] = [await readDocs(), await declaredEndpoints()]
  const declared = endpoints.filter((one) => !requiresStaff(one)).map((one) => `${one.method} ${pathOf(one)}`)
  expect(
    operations(printed)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(declared.toSorted())
})

test('each call has a description, a chapter, examples, documented parameters, and errors', async () => {
  const printed = await readDocs()
  for (const [name, operation] of operations(printed)) {
    const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    const bodies = [operation.requestBody, operation.responses['200']].filter((part) => part !== undefined)
    expect.soft({ name, ...operation }).toMatchObject({
      summary: expect.stringMatching(/^.{10,}/),
      description: expect.stringMatching(/^.{20,}/),
      tags: [expect.stringMatching(/^[A-Z]/)],
      responses: { 401: {}, 500: {}, 503: {} },
    })
    const inJson = bodies.filter(({ content }) => 'application/json' in content)
    expect.soft([name, ...inJson.map(({ content }) => content['application/json'].example)]).not.toContain(undefined)
    expect.soft([name, operation.parameters ?? []]).toEqual([
      name,
      inPath.map((parameter) => ({
        name: parameter,
        in: 'path',
        required: true,
        description: expect.any(String),
        example: expect.any(String),
        schema: expect.any(Object),
      })),
    ])
  }
})

test('a call that returns a file says which type, and reports errors in JSON', async () => {
  const { paths } = await readDocs()
  const { responses } = paths['/Academy/api/account/orders/{orderNumber}/invoice/']?.['get'] ?? { responses: {} }
  expect([Object.keys(responses['200']?.content ?? {}), Object.keys(responses['404']?.content ?? {})]).toEqual([
    ['application/pdf'],
    ['application/json'],
  ])
})

test('the docs are OpenAPI 3.1: its sections, schemas that compile, references that resolve', async () => {
  const printed = await readDocs()
  expect(printed.openapi).toMatch(/^3\.1\.\d+$/)
  expect(printed.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
  expect(printed.components.securitySchemes).toMatchObject({
    token: { type: 'apiKey', in: 'header', name: 'Authorization' },
  })
  const references = [...JSON.stringify(printed).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference)
  expect(references.length).toBeGreaterThan(50)
  for (const reference of new Set(references)) {
    const found = reference
      .replace('#/', '')
      .split('/')
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], printed)
    expect([reference, found]).toEqual([reference, expect.any(Object)])
  }
  const compiler = new Ajv2020({ strict: false, validateFormats: false })
  compiler.addSchema({ $id: 'docs', components: printed.components })
  for (const [name, { requestBody, responses }] of operations(printed)) {
    const contents = [requestBody, ...Object.values(responses)].flatMap(
      (part) => part?.content['application/json'] ?? [],
    )
    for (const { schema, example } of contents) {
      const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"docs#/components')) as object
      const isValid = compiler.compile(absolute)
      const errors = example === undefined || isValid(example) ? [] : isValid.errors
      expect.soft([name, errors]).toEqual([name, []])
    }
  }
})

test('the docs contain every call of the specification with its fields', async () => {
  const { paths } = await readDocs()
  for (const [method, url, isAuthenticated, body, answer] of SPECIFIED) {
    const operation = paths[url]?.[method.toLowerCase()]
    const given = operation?.requestBody?.content['application/json'].schema
    const reply = operation?.responses['200']?.content['application/json'].schema
    expect.soft({ url, security: operation?.security, given, reply }).toEqual({
      url,
      security: isAuthenticated ? [{ token: [] }] : undefined,
      given: bodyOf(body),
      reply: expect.objectContaining(answer === '[]' ? { type: 'array' } : { properties: fields(answer) }),
    })
  }
})

test('examples match the schemas of requests and replies', async () => {
  for (const { url, params, body, reply, example } of await declaredEndpoints()) {
    const errors = [params?.safeParse(example.params).error, body?.safeParse(example.body).error]
    expect.soft([url, ...errors]).toEqual([url, undefined, undefined])
    // These are equal only if the example contains no undeclared fields.
    expect.soft([url, isFile(reply) ? undefined : reply.safeParse(example.reply).data]).toEqual([url, example.reply])
  }
})

test('every call responds with and without its trailing slash', async () => {
  const academy = await testAcademy()
  const member = await academy.member()
  const owner = await academy.member({ role: 'owner' })
  const unknown = (await academy.as(undefined).get('/Academy/api/no-such-call/')).text
  for (const endpoint of await declaredEndpoints()) {
    const { params, body } = endpoint.example
    const { method, url } = buildRequestLine(`${endpoint.method} ${endpoint.url}`, { ...(params && { params }) })
    const spellings = [url.replace(/\/$/, ''), url.replace(/\/?$/, '/')]
    const isForStaff = endpoint.access instanceof Object
    for (const spelling of spellings) {
      // Sent as a visitor: any response other than that of an unknown call shows that the endpoint was reached, and no
      // session is ended. Visitors can't reach staff endpoints, so an owner sends those requests.
      const caller = academy.as(isForStaff ? owner : undefined)
      const reply = await (method === 'GET' ? caller.get(spelling) : caller.post(spelling, body))
      const isRefused = reply.status === 401
      expect.soft([spelling, reply.text !== unknown, isRefused]).toEqual([spelling, true, endpoint.access === 'member'])
    }
    // Only GET requests are compared, because a request that changes something would not get the same response twice.
    const answers = await Promise.all(
      spellings.filter(() => method === 'GET').map((spelling) => academy.as(member).get(spelling)),
    )
    expect.soft([url, answers[0]?.status, answers[0]?.body]).toEqual([url, answers[1]?.status, answers[1]?.body])
  }
})

test('the docs page has a policy without inline scripts', async () => {
  const academy = await testAcademy()
  for (const address of ['/Academy/docs', '/Academy/docs/']) {
    const { status, headers, text } = await academy.as(undefined).get(address)
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(text).not.toMatch(/<script>/)
  }
})

test('the files of the docs are compressed once, not for each request', async () => {
  const academy = await testAcademy()
  const streams = [vi.spyOn(zlib, 'createGzip'), vi.spyOn(zlib, 'createBrotliCompress')]
  onTestFinished(() => streams.forEach((stream) => stream.mockRestore()))
  const send = (url: string, encoding: string, headers = {}) =>
    academy.app.inject({ url: `/Academy/docs/${url}`, headers: { 'accept-encoding': encoding, ...headers } })
  for (const url of ['static/swagger-ui-bundle.js', 'static/swagger-ui.css', 'json', 'yaml']) {
    const plain = (await send(url, 'identity')).rawPayload
    for (const encoding of ['gzip', 'br', 'gzip', 'br']) {
      const { headers, rawPayload } = await send(url, encoding)
      const unpack = encoding === 'gzip' ? zlib.gunzipSync : zlib.brotliDecompressSync
      expect.soft([url, headers['content-encoding']]).toEqual([url, encoding])
      expect.soft(headers['content-encoding'] === encoding && unpack(rawPayload).equals(plain)).toBe(true)
      expect.soft((await send(url, encoding, { 'if-none-match': headers.etag ?? '' })).statusCode).toBe(304)
    }
  }
  // If other spellings of a file's path were allowed, each would be compressed again.
  for (const other of ['static//swagger-ui.css', 'static/x%2f..%2fswagger-ui.css', 'static/none.js'])
    expect.soft([other, (await send(other, 'gzip')).statusCode]).toEqual([other, 404])
  expect(streams.map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})
