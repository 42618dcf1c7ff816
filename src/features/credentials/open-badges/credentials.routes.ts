import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { isInProcess } from '#platform/http/in-process.ts'
import { matchedRoute } from '#platform/http/matched-route.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { AppError } from '#shared/app-error.ts'
import { readCredential } from './credentials.contract.ts'
import { negotiateCredentialType } from './credentials.rules.ts'
import { countFailedLookup, enforceLookupLimit } from './lookup-limits.service.ts'
import { getDidDocument } from './issuer.service.ts'
import { getCredentialText, getCredentialTextByIndex } from './signing.service.ts'
import { createStatusListReader } from './status-list.service.ts'

const CertificateParams = z.object({ id: z.string() })
const StatusListParams = z.object({ list: z.string() })
const StatusEntryParams = z.object({
  id: z.string(),
  list: z.string().regex(/^[1-9]\d{0,5}$/),
  index: z.string().regex(/^(?:0|[1-9]\d{0,5})$/),
})

/** Not part of the API: fetched by software that verifies credentials. */
const options = { config: { access: 'page' }, schema: { hide: true } } as const

/** Verifiers also run in browsers on other sites; nothing here is private. */
const PUBLIC_HEADERS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** Verification software requests the page's URL, which may be lowercase if it was typed by hand. */
const CREDENTIAL_ROUTES = ['/Certificate/:id', '/certificate/:id']

/** A single credential, by its entry in a status list. For a superseded credential, this is the only URL. */
const CREDENTIAL_BY_INDEX_ROUTE = '/Certificate/:id/:list/:index'

/** The pages' endpoints. Their feature depends on this one, so its contract can't be imported here. */
const CERTIFICATE_API_ROUTES = ['/Academy/api/certificate/:id/', '/Academy/api/certificate/find/:id/']

/** Every route that takes a certificate ID from anyone, including the page (by its pattern). */
const ROUTES_WITH_CERTIFICATE_ID: ReadonlySet<string | undefined> = new Set([
  ...CREDENTIAL_ROUTES,
  CREDENTIAL_BY_INDEX_ROUTE,
  '/Certificate/:id/share.png',
  ...CERTIFICATE_API_ROUTES,
  readCredential.url,
])

export function credentialRoutes(app: FastifyInstance, deps: Deps): void {
  // A request for the page also counts the API request that the page makes.
  const isGuess = (request: FastifyRequest) =>
    ROUTES_WITH_CERTIFICATE_ID.has(matchedRoute(request)) && !isInProcess(request)
  app.addHook('preHandler', async (request, reply) => {
    if (!isGuess(request)) return undefined
    try {
      return await enforceLookupLimit(
        deps,
        request.ip,
        CertificateParams.parse(request.page?.params ?? request.params).id,
      )
    } catch (error) {
      if (!(error instanceof AppError && isPageRequest(request))) throw error
      return reply
        .code(429)
        .headers({ 'retry-after': String(error.extra.retryAfterSeconds ?? 60), 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(renderTooManyRequestsPage(error.message))
    }
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.raw.statusCode === 404 && isGuess(request)) await countFailedLookup(deps, request.ip)
  })

  registerEndpoint(app, readCredential, async ({ params: { id }, reply }) => {
    void reply.headers(PUBLIC_HEADERS)
    const text = await getTextOrThrow(deps, id)
    return { name: 'Certificate.json', content: Buffer.from(text) }
  })
}

function isPageRequest({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.access === 'page' && headers.accept?.includes('text/html') === true
}

/**
 * Rendered without React, so that floods of guessed IDs don't keep the page renderer busy. People who share an office's
 * IP address might see it through no fault of their own.
 */
function renderTooManyRequestsPage(sentence: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Too many requests</title></head>
<body><main><h1>Too many requests</h1><p>${sentence}</p><p>Your network requested many certificate IDs that don’t exist. Valid IDs still work. Check yours against the certificate, character by character.</p></main></body></html>`
}

/** Public routes; `Certificate/:id` is a page unless the credential is requested. */
export function publicCredentialRoutes(app: FastifyInstance, deps: Deps): void {
  app.addConstraintStrategy(CREDENTIAL_CONSTRAINT)
  const constraints = { [CREDENTIAL_CONSTRAINT.name]: true }
  for (const address of CREDENTIAL_ROUTES)
    app.get(address, { ...options, constraints }, async (request, reply) => {
      void reply.headers({ ...PUBLIC_HEADERS, vary: 'accept', 'cache-control': 'no-store' })
      const text = await getTextOrThrow(deps, CertificateParams.parse(request.params).id)
      return reply.type(negotiateCredentialType(request.headers.accept) ?? 'application/json').send(text)
    })

  app.get(CREDENTIAL_BY_INDEX_ROUTE, options, async (request, reply) => {
    void reply.headers({ ...PUBLIC_HEADERS, 'cache-control': 'no-store' })
    const { data: entry } = StatusEntryParams.safeParse(request.params)
    const text = entry && (await getCredentialTextByIndex(deps, toStatusEntry(entry)))
    if (text === undefined) throw credentialNotFoundError()
    return reply.type(negotiateCredentialType(request.headers.accept) ?? 'application/json').send(text)
  })

  app.get('/.well-known/did.json', options, async (_, reply) => {
    const published = await getDidDocument(deps)
    if (!published) throw new AppError('not_found', 'This academy hasn’t signed any credentials yet.')
    return sendPublished(reply, JSON.stringify(published), 300)
  })

  const statusList = createStatusListReader()
  app.get('/credentials/status/:list', options, async (request, reply) => {
    const { list } = StatusListParams.parse(request.params)
    if (!/^[1-9]\d{0,5}$/.test(list)) throw new AppError('not_found', 'Status list not found.')
    // Cached for a minute, so a revoked credential can look valid for at most that long.
    return sendPublished(reply, await statusList(deps, Number(list)), 60)
  })
}

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0]

const CREDENTIAL_CONSTRAINT: Strategy = {
  name: 'forPrograms',
  storage() {
    const routes = new Map<unknown, Parameters<ReturnType<Strategy['storage']>['set']>[1]>()
    return {
      get: (isForPrograms) => routes.get(isForPrograms) ?? null,
      set: (isForPrograms, handler) => void routes.set(isForPrograms, handler),
    }
  },
  // Computed for every request, but used only by routes that have the constraint.
  deriveConstraint: ({ headers }) => (negotiateCredentialType(headers.accept) === undefined ? undefined : true),
  validate: () => {},
}

async function getTextOrThrow(deps: Deps, id: string): Promise<string> {
  const text = await getCredentialText(deps, id)
  if (text === undefined) throw credentialNotFoundError()
  return text
}

const toStatusEntry = ({ id, list, index }: z.output<typeof StatusEntryParams>) => ({
  certificateId: id,
  list: Number(list),
  place: Number(index),
})

function credentialNotFoundError(): AppError {
  return new AppError('not_found', 'No signed credential exists for this certificate ID.')
}

function sendPublished(reply: FastifyReply, text: string, seconds: number): FastifyReply {
  return reply
    .headers({ ...PUBLIC_HEADERS, 'cache-control': `public, max-age=${seconds}` })
    .type('application/json')
    .send(text)
}
