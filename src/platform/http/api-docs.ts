import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { ErrorCode } from '#shared/app-error.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { compressOnce } from './compress-once.ts'
import { STATUS } from './errors.ts'
import { isFile } from './register-endpoint.ts'

const DOCS = '/Academy/docs'

/** The routes with large responses. The others are too small to be compressed. */
const LARGE_ROUTES = new Set([`${DOCS}/json`, `${DOCS}/yaml`, `${DOCS}/static/*`])

const ABOUT = `Every call works with or without a trailing slash. Requests and responses are JSON. A body can be up to 16 KB, unless the call says otherwise.

A call that needs a session takes the header \`Authorization: Token {token}\`, with the token from the login response. An invalid token gets a
401 response, even from a call that needs no session.`

/**
 * The error formats of all endpoints. Only the docs use them, because `errors.ts` writes errors without the serializer.
 */
const SCHEMAS = {
  Error: {
    type: 'object',
    description: 'Why a request was rejected. Some errors have more fields, listed with the call.',
    required: ['code', 'message'],
    properties: {
      code: { type: 'string', description: 'A stable, machine-readable code.', examples: ['not_found'] },
      message: { type: 'string', description: 'A human-readable message.', examples: ['Course not found.'] },
      fields: { $ref: '#/components/schemas/FieldErrors' },
    },
  },
  FieldErrors: {
    type: 'object',
    description: 'The messages for each invalid field, by field name.',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    examples: [
      { email: ['Email is required'], username: ['This username is already taken. Please choose another one.'] },
    ],
  },
}

const STATUS_DESCRIPTIONS: Record<number, string> = {
  400: 'The input is invalid',
  401: 'Not logged in, or the session has ended',
  402: 'Stripe has not confirmed the payment',
  403: 'Not allowed',
  404: 'Not found, or belongs to someone else',
  409: 'Conflicts with the current state',
  429: 'Too many requests; wait the number of seconds in the Retry-After header',
  500: 'Internal error',
  503: 'Unavailable or busy; wait the number of seconds in the Retry-After header',
}

// The docs have their own policy, because they use style attributes and data URLs for icons.
const DOCS_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the docs of every declared endpoint at `/Academy/docs`. Returns a function that starts a chapter. Endpoints
 * that are registered later belong to that chapter.
 */
export async function installApiDocs(app: FastifyInstance): Promise<(name: string) => void> {
  let chapter = ''
  const chapters = new Map<Endpoint, string>()
  app.addHook('onRoute', ({ config }) => {
    if (config?.declared) chapters.set(config.declared, chapter)
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Legal Nurse Academy', version: '1', description: ABOUT },
      components: {
        schemas: SCHEMAS as never,
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'The word Token, a space, and the token.',
          },
        },
      },
    },
    transform: (document) => {
      const declared = document.route.config?.declared
      // Staff endpoints are not listed in the docs.
      if (!declared || requiresStaff(declared)) return { schema: { hide: true }, url: document.url }
      const { schema, url } = jsonSchemaTransform(document)
      return { schema: describeOperation(schema as OperationSchema, declared, chapters.get(declared) ?? ''), url }
    },
  })
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'page' }
    })
    docs.addHook('onRequest', (_request, reply, done) => {
      void reply.header('content-security-policy', DOCS_POLICY)
      done()
    })
    compressOnce(docs, LARGE_ROUTES)
    await docs.register(swaggerUi, {
      routePrefix: DOCS,
      theme: { title: 'Legal Nurse Academy: API' },
      uiConfig: { validatorUrl: null, docExpansion: 'list', defaultModelsExpandDepth: -1 } as object,
    })
  })
  return (name) => {
    chapter = name
  }
}

export function requiresStaff({ access }: Endpoint): boolean {
  return typeof access === 'object'
}

type OperationSchema = {
  params?: { properties?: Record<string, object> }
  body?: object
  response?: Record<string, object>
}

function describeOperation(schema: OperationSchema, endpoint: Endpoint, chapter: string) {
  const { summary, description, access, example } = endpoint
  const properties = Object.entries(schema.params?.properties ?? {}).map(([name, property]) => [
    name,
    { ...property, examples: [example.params?.[name]] },
  ])
  return {
    ...schema,
    tags: [chapter],
    summary,
    description,
    ...(access === 'member' && { security: [{ token: [] }] }),
    ...(schema.params && { params: { ...schema.params, properties: Object.fromEntries(properties) } }),
    ...(schema.body && { body: { ...schema.body, examples: [example.body] } }),
    response: {
      200: isFile(endpoint.reply)
        ? { description: summary, content: { [endpoint.reply.file]: { schema: {} } } }
        : { ...schema.response?.['200'], description: summary, examples: [example.reply] },
      ...describeErrors(endpoint),
    },
  }
}

/** Returns the errors of an endpoint by status, each with its possible codes. */
function describeErrors({ params, body, refuses = [], fieldErrors }: Endpoint): Record<number, object> {
  const codes: (ErrorCode | 'internal')[] = ['sign_in_required', 'unavailable', 'internal', ...refuses]
  if (params || body) codes.push('invalid')
  const byStatus = Map.groupBy(new Set(codes), (code) => (code === 'internal' ? 500 : STATUS[code]))
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => {
      const isFlat = status === 400 && fieldErrors === 'flat'
      const schema = { $ref: `#/components/schemas/${isFlat ? 'FieldErrors' : 'Error'}` }
      const description = isFlat ? 'The invalid fields.' : `${STATUS_DESCRIPTIONS[status]}: ${names.join(', ')}.`
      const example = isFlat ? undefined : { code: names[0], message: STATUS_DESCRIPTIONS[status] }
      return [status, { description, content: { 'application/json': { schema, ...(example && { example }) } } }]
    }),
  )
}
