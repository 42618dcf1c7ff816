import { expect, test } from 'vitest'
import { lockAccount, startSession } from '#features/accounts/accounts.public.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Role } from '#shared/policy.ts'
import { testAcademy } from '../harness/academy.ts'
import { OPERATOR } from '../harness/audit.ts'
import type { Member } from '../harness/builders.ts'

// Who may call what: every call that the server answers, tried by everybody there is. What comes after the door, a service's own
// refusals, is tried elsewhere.

/** Who gets in: everybody, every member, or members who have shown within ten minutes who they are. */
type Door = 'anyone' | 'member' | 'member who has just shown it'

/** A call that is not in this table fails the test, and so does a line without its call. */
const DOORS: Readonly<Record<Door, readonly string[]>> = {
  anyone: [
    'GET /Academy/api/Documents/',
    'GET /Academy/api/Documents/pages/:page/',
    'GET /Academy/api/certificate/:id/',
    'GET /Academy/api/course/:id/notAuthenticated/',
    'GET /Academy/api/course/examination/:id/',
    'GET /Academy/api/courses/',
    'GET /Academy/api/courses/pages/:page/',
    'GET /Academy/api/courses/popular/',
    'GET /Academy/api/document/:id/',
    'GET /Academy/api/podcast/:id/notAuthenticated/',
    'GET /Academy/api/podcasts/',
    'GET /Academy/api/podcasts/pages/:page/',
    'GET /Academy/api/site/',
    'GET /Academy/api/site/books/',
    'GET /Academy/api/site/founder/',
    'POST /Academy/api/confirm-email/',
    'POST /Academy/api/end-session/',
    'POST /Academy/api/forgot-password/',
    'POST /Academy/api/login/',
    'POST /Academy/api/login/passkey/',
    'POST /Academy/api/login/passkey/options/',
    'POST /Academy/api/login/second-factor/',
    'POST /Academy/api/register/',
    'POST /Academy/api/resend-verification/:email',
    'POST /Academy/api/reset-password/',
    'POST /Academy/api/verify-email/',
  ],
  member: [
    'GET /Academy/api/MyAcademy/',
    'GET /Academy/api/MyDocuments/',
    'GET /Academy/api/account/',
    'GET /Academy/api/account/billing/',
    'GET /Academy/api/account/confirm/',
    'GET /Academy/api/account/deletion/',
    'GET /Academy/api/account/factors/',
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
    'POST /Academy/api/account/billing/',
    'POST /Academy/api/account/confirm/',
    'POST /Academy/api/account/confirm/options/',
    'POST /Academy/api/account/deletion/cancel/',
    'POST /Academy/api/account/name/',
    'POST /Academy/api/account/password/',
    'POST /Academy/api/checkout/price/',
    'POST /Academy/api/course/:id1/lecture/:id2/update/progress/',
    'POST /Academy/api/course/examination/request/certificate/:id',
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

const DOOR_OF = new Map(Object.entries(DOORS).flatMap(([door, names]) => names.map((name) => [name, door as Door])))

/** What staff who have no second factor yet can call outside development, beside what is open to everybody. */
const WHILE_ENROLLING: readonly string[] = [
  'GET /Academy/api/account/confirm/',
  'GET /Academy/api/account/factors/',
  'POST /Academy/api/account/confirm/',
  'POST /Academy/api/account/confirm/options/',
  'POST /Academy/api/account/factors/code/',
  'POST /Academy/api/account/factors/code/confirm/',
  'POST /Academy/api/account/passkeys/',
  'POST /Academy/api/account/passkeys/options/',
  'POST /Academy/api/logout/',
]

const PEOPLE = ['visitor', 'learner', 'locked', 'owner', 'editor', 'support'] as const
type Person = (typeof PEOPLE)[number]

const LONG_AGO_MS = 60 * 60_000

function outcomeFor(door: Door, person: Person, isFresh: boolean): string {
  // A dead token is told even where none is needed.
  if (person === 'locked') return 'sign_in_required'
  if (door === 'anyone') return 'in'
  if (person === 'visitor') return 'sign_in_required'
  return door === 'member' || isFresh ? 'in' : 'confirm_identity'
}

// Hundreds of calls, one after the other.
test('every call lets in whom the table names, and nobody else', { timeout: 90_000 }, async () => {
  const academy = await testAcademy()
  const { app, deps, pool } = academy
  const declared = app.routes.flatMap(({ config }) => (config?.declared ? [config.declared] : []))
  const calls = new Map(declared.map((call) => [nameOf(call), call]))
  expect([...calls.keys()].toSorted()).toEqual([...DOOR_OF.keys()].toSorted())

  const people = {} as Record<Exclude<Person, 'visitor'>, Member>
  for (const person of PEOPLE) {
    if (person === 'visitor') continue
    people[person] = await academy.member({ role: person === 'locked' ? 'learner' : (person satisfies Role) })
  }
  await lockAccount(deps, { memberId: people.locked.id, by: OPERATOR })

  /** A session of its own for each call: some of them end it. */
  async function tokenOf(person: Person, isFresh: boolean): Promise<string | undefined> {
    if (person === 'visitor') return undefined
    if (person === 'locked') return people.locked.token
    const token = await startSession(deps, { memberId: people[person].id, agent: 'test' })
    if (!isFresh)
      await pool.query(`update sessions set confirmed_at = $2 where member_id = $1`, [
        people[person].id,
        new Date(deps.now().getTime() - LONG_AGO_MS),
      ])
    return token
  }

  const wrong: string[] = []
  for (const [name, call] of calls)
    for (const person of PEOPLE)
      for (const isFresh of [true, false]) {
        const token = await tokenOf(person, isFresh)
        const reply = await app.inject({
          method: call.method,
          url: call.url.replaceAll(/:\w+/g, 'none'),
          headers: { ...(token !== undefined && { authorization: `Token ${token}` }) },
          ...(call.method === 'POST' && { payload: {} }),
        })
        const code = reply.headers['content-type']?.toString().includes('json')
          ? reply.json<{ code?: string }>().code
          : ''
        const came = DOOR_CODES.has(code ?? '') ? code : 'in'
        const expected = outcomeFor(DOOR_OF.get(name) ?? 'anyone', person, isFresh)
        if (came !== expected)
          wrong.push(`${name} by ${person}${isFresh ? '' : ', not fresh'}: ${came}, not ${expected}`)
      }
  expect(wrong).toEqual([])
})

/** What the door says to those whom it does not let in. */
const DOOR_CODES = new Set(['sign_in_required', 'confirm_identity', 'factor_required'])

function nameOf({ method, url }: Endpoint): string {
  return `${method} ${url}`
}

test('outside development staff without a second factor can set one up and log out, and call nothing else that members can', async () => {
  const { app, deps, member } = await testAcademy({
    change: (deps) => ({ ...deps, config: { ...deps.config, mode: 'production' } }),
  })
  const calls = new Map(
    app.routes.flatMap(({ config }) => (config?.declared ? [[nameOf(config.declared), config.declared]] : [])),
  )
  const staff = [await member({ role: 'owner' }), await member({ role: 'editor' }), await member({ role: 'support' })]
  const enter = ({ id }: Member, hasFactor: boolean) => startSession(deps, { memberId: id, agent: 'test', hasFactor })
  const closedTo = async (call: Endpoint, token: string) => {
    const reply = await app.inject({
      method: call.method,
      url: call.url.replaceAll(/:\w+/g, 'none'),
      headers: { authorization: `Token ${token}` },
      ...(call.method === 'POST' && { payload: {} }),
    })
    return reply.body.includes('"factor_required"')
  }
  const open: string[] = []
  for (const [name, call] of calls) {
    if (DOOR_OF.get(name) === 'anyone') continue
    const closed = await Promise.all(staff.map(async (each) => closedTo(call, await enter(each, false))))
    if (closed.includes(false)) open.push(name)
    expect([name, await Promise.all(staff.map(async (each) => closedTo(call, await enter(each, true))))]).toEqual([
      name,
      [false, false, false],
    ])
    expect([name, await closedTo(call, await enter(await member(), false))]).toEqual([name, false])
  }
  expect(open.toSorted()).toEqual(WHILE_ENROLLING.toSorted())
})
