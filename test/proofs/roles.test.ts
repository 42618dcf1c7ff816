import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { identify, startSession } from '#features/people/accounts/sessions.public.ts'
import { installAccess } from '#platform/http/access.ts'
import { sendError } from '#platform/http/errors.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { UNKNOWN_ENDPOINT_MESSAGE } from '#shared/app-error.ts'
import { type Endpoint, endpoint, requiresStepUp } from '#shared/endpoint.ts'
import { type Permission, hasPermissionForAny, POLICY } from '#shared/policy.ts'
import { testAcademy, type TestAcademy } from '../harness/academy.ts'
import type { Member } from '../harness/builders.ts'
import { isEveryChange } from '../harness/long-test.ts'
import { type Door, OTHER_DOORS, STAFF_DOORS } from '../harness/doors.ts'
import { BODIES, type SentBody } from '../harness/hostile-input.ts'
import { WHILE_ENROLLING } from '../harness/while-enrolling.ts'

/** The test fails for an endpoint that is missing here and for a line without its endpoint. */
const DOORS: Readonly<Record<Extract<Door, string>, readonly string[]>> = {
  anyone: [
    'GET /Academy/api/Documents/',
    'GET /Academy/api/Documents/pages/:page/',
    'GET /Academy/api/certificate/:id/',
    'GET /Academy/api/certificate/find/:id/',
    'GET /Academy/api/certificate/:id/credential/',
    'GET /Academy/api/course/:id/notAuthenticated/',
    'GET /Academy/api/course/:id/sample/',
    'GET /Academy/api/course/examination/:id/',
    'GET /Academy/api/courses/',
    'GET /Academy/api/courses/pages/:page/',
    'GET /Academy/api/courses/popular/',
    'GET /Academy/api/document/:id/',
    'GET /Academy/api/home/',
    'GET /Academy/api/podcast/:id/notAuthenticated/',
    'GET /Academy/api/podcasts/',
    'GET /Academy/api/podcasts/pages/:page/',
    'GET /Academy/api/site/',
    'GET /Academy/api/site/books/',
    'GET /Academy/api/site/founder/',
    'GET /Academy/api/site/policies/:policy/',
    'POST /Academy/api/checkout/coupon/',
    'POST /Academy/api/confirm-email/',
    'POST /Academy/api/course/:id/sample/play/',
    'POST /Academy/api/end-session/',
    'POST /Academy/api/forgot-password/',
    'POST /Academy/api/keep-email/',
    'POST /Academy/api/leave/',
    'POST /Academy/api/login/',
    'POST /Academy/api/login/passkey/',
    'POST /Academy/api/login/passkey/options/',
    'POST /Academy/api/login/second-factor/',
    'POST /Academy/api/register/',
    'POST /Academy/api/resend-verification/:email',
    'POST /Academy/api/reset-password/',
    'POST /Academy/api/search/',
    'POST /Academy/api/search/suggestions/',
    'POST /Academy/api/verify-email/',
    'POST /Academy/api/verify-email/status/',
    'POST /Academy/api/verify-email/check/',
  ],
  member: [
    'GET /Academy/api/MyAcademy/',
    'GET /Academy/api/MyAcademy/next/',
    'GET /Academy/api/MyDocuments/',
    'GET /Academy/api/account/',
    'GET /Academy/api/account/billing/',
    'GET /Academy/api/account/certificates/',
    'GET /Academy/api/account/certificates/:id/',
    'GET /Academy/api/account/certificates/:id/badge/',
    'GET /Academy/api/account/confirm/',
    'GET /Academy/api/account/contests/',
    'GET /Academy/api/account/contests/papers/',
    'GET /Academy/api/account/deletion/',
    'GET /Academy/api/account/factors/',
    'GET /Academy/api/account/licenses/',
    'POST /Academy/api/account/licenses/',
    'POST /Academy/api/account/licenses/:id/remove/',
    'GET /Academy/api/account/mails/',
    'GET /Academy/api/account/orders/',
    'GET /Academy/api/account/orders/:orderNumber/credit-notes/:id/',
    'GET /Academy/api/account/orders/:orderNumber/invoice/',
    'GET /Academy/api/account/sessions/',
    'GET /Academy/api/course/:id/',
    'GET /Academy/api/course/:id1/lecture/:id2/',
    'GET /Academy/api/mydocument/:id/',
    'GET /Academy/api/playback/:id/',
    'GET /Academy/api/podcast/:id/',
    'GET /Academy/api/take/course/:id/',
    'GET /Academy/api/take/course/:id/notes/',
    'POST /Academy/api/take/course/:id/discussions/',
    'POST /Academy/api/take/course/:id/discussions/ask/',
    'GET /Academy/api/course/:id1/lecture/:id2/discussions/',
    'GET /Academy/api/discussion/:id/from/:number/',
    'POST /Academy/api/discussion/:id/reply/',
    'POST /Academy/api/discussion/:id/accept/',
    'POST /Academy/api/discussion/:id/same-question/',
    'POST /Academy/api/discussion/:id/follow/',
    'POST /Academy/api/discussion/post/:id/change/',
    'POST /Academy/api/discussion/post/:id/delete/',
    'POST /Academy/api/discussion/post/:id/report/',
    'POST /Academy/api/course/:id1/lecture/:id2/note/',
    'POST /Academy/api/note/:id/remove/',
    'POST /Academy/api/account/billing/',
    'POST /Academy/api/account/confirm/',
    'POST /Academy/api/account/certificates/:id/send/',
    'POST /Academy/api/account/confirm/options/',
    'POST /Academy/api/account/deletion/cancel/',
    'POST /Academy/api/account/email/cancel/',
    'POST /Academy/api/account/name/',
    'POST /Academy/api/account/mails/',
    'POST /Academy/api/account/mails/delivery/',
    'POST /Academy/api/account/posts/',
    'POST /Academy/api/account/notices/',
    'POST /Academy/api/account/notices/read/',
    'POST /Academy/api/account/notices/discussion/',
    'GET /Academy/api/account/writing/',
    'POST /Academy/api/account/password/',
    'POST /Academy/api/checkout/price/',
    'POST /Academy/api/course/:id1/lecture/:id2/update/progress/',
    'GET /Academy/api/course/examination/evaluation/:id/',
    'GET /Academy/api/course/examination/result/:id/',
    'POST /Academy/api/course/examination/evaluation/:id/',
    'POST /Academy/api/course/examination/request/certificate/:id',
    'POST /Academy/api/course/examination/contest/',
    'POST /Academy/api/course/examination/submit/score/',
    'POST /Academy/api/create-payment-document/',
    'POST /Academy/api/create-payment-podcast/',
    'POST /Academy/api/documents/payment/:myDocsID/:paymentIntentId',
    'POST /Academy/api/enroll/',
    'POST /Academy/api/logout/',
    'POST /Academy/api/myAcademy/payment/:myDocsID/:paymentIntentId',
    'POST /Academy/api/playback/:id/',
    'POST /Academy/api/podcast/payment/:myDocsID/:paymentIntentId',
    'POST /Academy/create-payment-intent/',
  ],
  'member who has just shown it': [
    'GET /Academy/api/account/data/',
    'POST /Academy/api/account/deletion/',
    'POST /Academy/api/account/email/',
    'POST /Academy/api/account/factors/code/',
    'POST /Academy/api/account/factors/code/confirm/',
    'POST /Academy/api/account/factors/code/remove/',
    'POST /Academy/api/account/factors/recovery-codes/',
    'POST /Academy/api/account/log-out-everywhere/',
    'POST /Academy/api/account/passkeys/',
    'POST /Academy/api/account/passkeys/options/',
    'POST /Academy/api/account/passkeys/remove/',
    'POST /Academy/api/account/sessions/:id/end/',
  ],
}

const DOOR_OF = new Map<string, Door>([
  ...Object.entries(DOORS).flatMap(([door, names]) => names.map((name) => [name, door as Door] as const)),
  ...Object.entries(STAFF_DOORS),
])

const PEOPLE = ['visitor', 'learner', 'locked', 'owner', 'editor', 'support'] as const
type Person = (typeof PEOPLE)[number]

/** A person in a session with or without two-factor, and with or without recent confirmation of identity. */
type Somebody = { person: Person; hasFactor: boolean; isFresh: boolean }

const EVERYBODY: readonly Somebody[] = PEOPLE.flatMap((person) =>
  [true, false].flatMap((hasFactor) => [true, false].map((isFresh) => ({ person, hasFactor, isFresh }))),
).filter(({ hasFactor, isFresh }) => !isEveryChange || hasFactor || isFresh)

/** The access result outside development; `in` if the request gets past the check. */
function outcomeFor(name: string, door: Door, { person, hasFactor, isFresh }: Somebody): string {
  // An invalid token is reported even where none is needed.
  if (person === 'locked') return 'sign_in_required'
  if (door === 'anyone') return 'in'
  if (person === 'visitor') return typeof door === 'object' ? 'not_found' : 'sign_in_required'
  if (person !== 'learner' && !hasFactor && !WHILE_ENROLLING.includes(name)) return 'factor_required'
  if (typeof door === 'object' && !hasPermissionForAny(person, door.may)) return 'not_found'
  const mustBeFresh = typeof door === 'object' ? door.stepUp : door === 'member who has just shown it'
  return mustBeFresh && !isFresh ? 'confirm_identity' : 'in'
}

/** The access of an endpoint as declared. */
function declaredDoor({ access, stepUp }: Endpoint): Door {
  if (typeof access === 'object') return { ...access, ...(requiresStepUp({ access }) && { stepUp: true }) }
  return access === 'member' && stepUp ? 'member who has just shown it' : access
}

/** All kinds of users in an academy outside development, and how each of them makes requests. */
async function withEverybody({ deps, pool, member }: TestAcademy) {
  const people = {} as Record<Exclude<Person, 'visitor'>, Member>
  for (const person of PEOPLE)
    if (person !== 'visitor') people[person] = await member({ role: person === 'locked' ? 'learner' : person })
  const { id: lockedId } = people.locked
  const tokensOfLocked = await Promise.all(
    [true, false].map((hasFactor) => startSession(deps, { memberId: lockedId, agent: 'test', hasFactor })),
  )
  // Only locks the member: the sessions still exist, like a session that began at the same moment.
  await pool.query('update members set locked_at = now() where id = $1', [lockedId])

  /** The sessions that are still active; a request may have ended others. */
  const tokens = new Map<Somebody, string>()
  async function tokenOf(somebody: Somebody): Promise<string | undefined> {
    const { person, hasFactor, isFresh } = somebody
    if (person === 'visitor') return undefined
    if (person === 'locked') return tokensOfLocked[hasFactor ? 0 : 1]
    const known = tokens.get(somebody)
    if (known !== undefined) return known
    const confirmedAt = new Date(deps.now().getTime() - (isFresh ? 0 : 60 * 60_000))
    const token = await startSession(deps, { memberId: people[person].id, agent: 'test', hasFactor, confirmedAt })
    tokens.set(somebody, token)
    return token
  }

  return async (app: FastifyInstance, call: Called, somebody: Somebody): Promise<string> => {
    const token = await tokenOf(somebody)
    // Invalid requests are rejected before identity is confirmed again, so these requests must be complete.
    const whole = requiresStepUp(call) && !somebody.isFresh ? call.example : undefined
    const reply = await app.inject({
      method: call.method,
      url: call.url.replaceAll(/:(\w+)/g, (_, name: string) => whole?.params?.[name] ?? 'none'),
      headers: { ...(token !== undefined && { authorization: `Token ${token}` }) },
      ...(call.method === 'POST' && { payload: whole?.body ?? {} }),
    })
    const isJson = reply.headers['content-type']?.toString().includes('json') && reply.payload !== ''
    const { code = '', message = '' } = isJson ? reply.json<{ code?: string; message?: string }>() : {}
    if (DOOR_CODES.has(code) || (code === 'not_found' && message === UNKNOWN_ENDPOINT_MESSAGE)) return code
    // Some endpoints end the member's sessions.
    if (call.method !== 'GET')
      for (const each of tokens.keys()) if (each.person === somebody.person) tokens.delete(each)
    return 'in'
  }
}

type Called = {
  method: Endpoint['method'] | 'HEAD' | 'PATCH' | 'DELETE'
  url: string
  access?: Endpoint['access']
  stepUp?: true
  example?: Endpoint['example']
}

/** The error codes of the access check, in addition to `not_found`, for which services have more specific messages. */
const DOOR_CODES = new Set(['sign_in_required', 'confirm_identity', 'factor_required'])

function nameOf({ method, url }: Endpoint): string {
  return `${method} ${url}`
}

const outsideDevelopment = () =>
  testAcademy({ change: (deps) => ({ ...deps, config: { ...deps.config, mode: 'production' } }) })

const wordsOf = ({ person, hasFactor, isFresh }: Somebody) =>
  `${person}, ${hasFactor ? 'with' : 'without'} a factor${isFresh ? '' : ', not fresh'}`

test('every endpoint admits exactly the people that the table names', { timeout: 180_000 }, async () => {
  const academy = await outsideDevelopment()
  const declared = academy.app.routes.flatMap(({ config }) => (config?.declared ? [config.declared] : []))
  const calls = new Map(declared.map((call) => [nameOf(call), call]))
  const declaredDoors = new Map(declared.map((call) => [nameOf(call), declaredDoor(call)]))
  expect(Object.fromEntries(declaredDoors)).toEqual(Object.fromEntries(DOOR_OF))
  const enter = await withEverybody(academy)
  const wrong: string[] = []
  for (const [name, call] of calls)
    for (const somebody of EVERYBODY) {
      const came = await enter(academy.app, call, somebody)
      const expected = outcomeFor(name, DOOR_OF.get(name) ?? 'anyone', somebody)
      if (came !== expected) wrong.push(`${name} by ${wordsOf(somebody)}: ${came}, not ${expected}`)
    }
  expect(wrong).toEqual([])
})

test('every undeclared endpoint admits exactly the people that the table names', { timeout: 60_000 }, async () => {
  const academy = await outsideDevelopment()
  const found = academy.app.routes.flatMap(({ config, method, url }) => {
    const { access, declared } = config ?? {}
    return typeof access === 'object' && !declared ? [`${String(method)} ${url} ${JSON.stringify(access)}`] : []
  })
  expect(found.toSorted()).toEqual(Object.entries(OTHER_DOORS).map(([name, door]) => `${name} ${JSON.stringify(door)}`))
  const enter = await withEverybody(academy)
  for (const [name, door] of Object.entries(OTHER_DOORS)) {
    const [method = '', url = ''] = name.split(' ')
    // A response to HEAD has no body, only a status.
    if (method === 'HEAD') continue
    for (const somebody of EVERYBODY)
      expect([
        name,
        wordsOf(somebody),
        await enter(academy.app, { method: method as Called['method'], url }, somebody),
      ]).toEqual([name, wordsOf(somebody), outcomeFor(name, door, somebody)])
  }
})

test(
  'an endpoint for a permission admits exactly the roles that have it, for each permission of the policy',
  { timeout: 60_000 },
  async () => {
    const academy = await outsideDevelopment()
    const { deps } = academy
    const enter = await withEverybody(academy)
    const app = Fastify()
    onTestFinished(() => app.close())
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    app.setErrorHandler(sendError)
    installAccess(app, (token) => identify(deps, token), { now: deps.now, staffNeedFactor: true })
    const calls = (Object.keys(POLICY) as Permission[]).map((act, n) =>
      endpoint({
        method: 'GET',
        url: `/acts/${n}/`,
        access: { may: act },
        summary: act,
        description: 'A call for an act.',
        reply: z.object({}),
        example: { reply: {} },
      }),
    )
    for (const call of calls) registerEndpoint(app, call, async () => ({}))
    const outcomes: Record<string, string> = {}
    for (const call of calls)
      for (const somebody of EVERYBODY) {
        const came = await enter(app, call, somebody)
        expect([call.summary, wordsOf(somebody), came]).toEqual([
          call.summary,
          wordsOf(somebody),
          outcomeFor(nameOf(call), declaredDoor(call), somebody),
        ])
        if (somebody.hasFactor && somebody.isFresh) outcomes[`${call.summary} by ${somebody.person}`] = came
      }
    // Also spells out some outcomes, because the expected outcomes above are computed.
    expect(outcomes).toMatchObject({
      'refund by owner': 'in',
      'refund by support': 'in',
      'refund by editor': 'not_found',
      'refund by learner': 'not_found',
      'refund by locked': 'sign_in_required',
      'delete member by owner': 'in',
      'delete member by support': 'not_found',
    })
  },
)

test('to everyone but staff, the response of a staff endpoint is byte for byte that of an unknown address', async () => {
  const { app, member, pool } = await testAcademy()
  const [learner, gone] = [await member(), await member({ role: 'owner' })]
  const tokens = [undefined, learner.token, gone.token, 'nonsense']
  await pool.query('delete from sessions where member_id = $1', [gone.id])
  const ask = async (method: Called['method'], url: string, token: string | undefined, sent: SentBody) => {
    const headers = { ...(token !== undefined && { authorization: `Token ${token}` }), ...sent.headers }
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const reply = await app.inject({ method, url, headers, ...(hasBody && { payload: sent.payload }) })
    const { date, ...received } = reply.headers
    return { statusCode: reply.statusCode, body: reply.body, received: { ...received, hasDate: date !== undefined } }
  }
  const unknown = new Map<string, ReturnType<typeof ask>>()
  const askUnknown = (method: Called['method'], token: string | undefined, sent: SentBody) => {
    const key = JSON.stringify([method, token, BODIES.indexOf(sent)])
    const known = unknown.get(key) ?? ask(method, '/Academy/api/no-such-call/none/', token, sent)
    unknown.set(key, known)
    return known
  }
  const seen: number[] = []
  for (const name of Object.keys({ ...STAFF_DOORS, ...OTHER_DOORS })) {
    const [method, url] = name.split(' ') as [Called['method'], string]
    const places = /:/.test(url) ? ['none', 'a'.repeat(2_000)] : ['none']
    for (const [kind, sent] of BODIES.entries())
      for (const token of kind === 0 ? tokens : tokens.slice(0, 2))
        for (const place of kind === 0 ? places : ['none']) {
          const answer = await ask(method, url.replaceAll(/:\w+/g, place), token, sent)
          expect([name, kind, token, answer]).toEqual([name, kind, token, await askUnknown(method, token, sent)])
          seen.push(answer.statusCode)
        }
  }
  // With an expired session, every request gets a 401, so that members are asked to log in again.
  expect(new Set(seen)).toEqual(new Set([404, 401]))
})

test('in development staff need no two-factor', async () => {
  const academy = await testAcademy()
  const enter = await withEverybody(academy)
  const somebody = { person: 'owner', hasFactor: false, isFresh: true } as const
  const calls = academy.app.routes.flatMap(({ config }) => (config?.declared ? [config.declared] : []))
  for (const call of calls.filter((each) => DOOR_OF.get(nameOf(each)) === 'member'))
    expect([nameOf(call), await enter(academy.app, call, somebody)]).toEqual([nameOf(call), 'in'])
})
