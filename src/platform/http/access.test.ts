import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import type { Role } from '#shared/policy.ts'
import { installAccess } from './access.ts'
import { requiresStaff } from './api-docs.ts'
import { sendError } from './errors.ts'
import { registerEndpoint } from './register-endpoint.ts'

const call = {
  method: 'GET',
  summary: 'A call',
  description: 'That answers with the role of whoever calls.',
  reply: z.object({ role: z.string() }),
  example: { reply: { role: 'staff' } },
} as const

const refunds = endpoint({ ...call, url: '/refunds/', access: { may: 'refund' } })
const makesStaff = endpoint({ ...call, url: '/staff/', access: { may: 'add staff' } })
const own = endpoint({ ...call, url: '/own/', access: 'member' })

test.each([
  ['learner', { '/own/': 200, '/refunds/': 404, '/staff/': 404 }],
  ['support', { '/own/': 200, '/refunds/': 200, '/staff/': 404 }],
  [undefined, { '/own/': 401, '/refunds/': 404, '/staff/': 404 }],
] satisfies [Role | undefined, Record<string, number>][])(
  'a call that requires a permission looks missing to non-staff and to roles without it: %s',
  async (role, expected) => {
    const app = Fastify()
    onTestFinished(() => app.close())
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    app.setErrorHandler(sendError)
    installAccess(
      app,
      async (token) => ({
        id: token,
        role: role ?? 'learner',
        sessionId: token,
        tokenHash: token,
        confirmedAt: new Date(),
        hasFactor: false,
      }),
      { now: () => new Date(), staffNeedFactor: false },
    )
    for (const each of [refunds, makesStaff, own])
      registerEndpoint(app, each, async ({ member }) => ({ role: member.role }))
    const headers = role ? { authorization: 'Token somebody' } : {}
    const answers = Object.keys(expected).map(async (url) => [url, (await app.inject({ url, headers })).statusCode])
    expect(Object.fromEntries(await Promise.all(answers))).toEqual(expected)
  },
)

test.each([
  [false, 'learner'],
  [true, 'support'],
])('where staff need a second factor, calls for anyone know their role only with one: %s', async (hasFactor, role) => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const confirmedAt = new Date()
  const caller = { id: 'nora', role: 'support', sessionId: '1', tokenHash: '1', confirmedAt, hasFactor } as const
  installAccess(app, async () => caller, { now: () => new Date(), staffNeedFactor: true })
  app.get('/search/', { config: { access: 'anyone' } }, async (request) => request.caller?.role)
  const { body } = await app.inject({ url: '/search/', headers: { authorization: 'Token somebody' } })
  expect(body).toBe(role)
})

test('only calls that require a permission are left out of the API docs', () => {
  expect([refunds, makesStaff, own].map(requiresStaff)).toEqual([true, true, false])
})
