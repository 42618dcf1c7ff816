import { createServer, maxHeaderSize } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { config as configureZod } from 'zod'
import { identify } from '#features/people/accounts/sessions.public.ts'
import { recordRefusedAction } from '#features/foundation/audit-log/audit-log.public.ts'
import { publicCredentialRoutes } from '#features/credentials/open-badges/credentials.routes.ts'
import { foundation } from '#features/foundation/foundation.group.ts'
import { people } from '#features/people/people.group.ts'
import { credentials } from '#features/credentials/credentials.group.ts'
import { commerce } from '#features/commerce/commerce.group.ts'
import { catalog } from '#features/catalog/catalog.group.ts'
import { community } from '#features/community/community.group.ts'
import { learning } from '#features/learning/learning.group.ts'
import { backOffice } from '#features/back-office/back-office.group.ts'
import type { Deps } from '#platform/deps.ts'
import { PermissionDeniedError } from '#shared/policy.ts'
import { logOptions } from '#platform/log.ts'
import { devMailRoutes } from '#platform/mail/mailbox.routes.ts'
import { installAccess } from '#platform/http/access.ts'
import { installDatabaseTurns } from '#platform/http/database-turns.ts'
import { validationErrorMap } from '#platform/http/validation-messages.ts'
import { sendClientError, sendError, sendNotFound, sendProtocolError } from '#platform/http/errors.ts'
import { refuseWhenFull } from '#platform/http/full-disk.ts'
import { sendFromCache, createReplyCache } from '#platform/http/reply-cache.ts'
import { installJsonParser } from '#platform/http/json-body.ts'
import { installSecurity, securityHeaders } from '#platform/http/security.ts'
import { installApiDocs } from '#platform/http/api-docs.ts'
import { installHealth } from '#platform/http/health.ts'
import { installMetrics } from '#platform/http/metrics.ts'
import type { Pages } from '#platform/http/pages.ts'
import { createProxyTrust } from '#platform/http/trusted-proxies.ts'

/** The default limit; an endpoint that needs more declares it. */
const MAX_BODY_BYTES = 16 * 1024

/** The groups in the order of their dependencies: each may use those before it. */
const GROUPS = [foundation, people, credentials, commerce, catalog, community, learning, backOffice]

/** Builds the whole server without listening. Without `pages` it is only the API, which is all that most tests need. */
export async function buildApp(deps: Deps, pages?: Pages): Promise<FastifyInstance> {
  const replyCache = createReplyCache(deps.catalog, { headers: () => securityHeaders(deps) })
  const app = Fastify({
    logger: deps.config.mode === 'test' ? false : logOptions(deps.config.logLevel),
    // Otherwise, requests for health checks and pages would crowd out everything else in the log.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handle) =>
      createServer(
        {
          requestTimeout: 10_000,
          headersTimeout: 8_000,
          connectionsCheckingInterval: 2_000,
          keepAliveTimeout: 72_000,
          requireHostHeader: false,
        },
        (request, reply) => {
          if (request.headers.host === undefined && request.httpVersion === '1.1') sendProtocolError(400, reply)
          else if (!sendFromCache(replyCache, request, reply)) handle(request, reply)
        },
        // A client that stops reading would otherwise occupy memory, a file, and a connection forever. A player that is
        // paused for longer than this requests the rest when it resumes.
      )
        .on('checkExpectation', (_request, reply) => sendProtocolError(417, reply))
        .setTimeout(60_000),
    // Fastify's own schema compilers don't have to be loaded, because ours are set below.
    schemaController: { compilersFactory: { buildValidator: throwUnknownHost, buildSerializer: throwUnknownHost } },
    return503OnClosing: false,
    // A limit on the length of parameters would respond before the caller is identified, and so reveal which staff
    // endpoints exist.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
    clientErrorHandler: sendClientError,
    frameworkErrors: (error, request, reply) => {
      // No hook has run for this request, so add the headers here.
      sendError(error, request, reply.headers(securityHeaders(deps)))
    },
    trustProxy: createProxyTrust(deps.config.trustedProxies),
  })
  configureZod({ customError: validationErrorMap })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    if (error instanceof PermissionDeniedError)
      await recordRefusedAction(deps, { refused: error, params: request.params }).catch((problem: unknown) =>
        request.log.error({ err: problem }, 'a denied request could not be recorded in the audit log'),
      )
    return sendError(error, request, reply)
  })
  app.setNotFoundHandler(sendNotFound)
  installJsonParser(app)
  app.decorate('replyCache', replyCache)
  installSecurity(app, deps)
  refuseWhenFull(app, deps)
  installAccess(app, (token, isUse) => identify(deps, token, isUse), {
    now: deps.now,
    staffNeedFactor: deps.config.mode === 'production',
  })
  installDatabaseTurns(app)
  await app.register(compress, {
    global: true,
    // Smaller responses fit into three packets, and compressing them would cost as much as creating them.
    threshold: 4_096,
    encodings: ['br', 'gzip'],
    // A few bytes can unpack to gigabytes, and the library doesn't stop at the body limit. No page compresses requests.
    requestEncodings: ['identity'],
    // For responses that are created for each request. Higher levels save a few kilobytes but take several times as
    // long, and a stream per response costs more than compressing synchronously.
    syncThreshold: 65_536,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 } },
  })
  app.addHook('onReady', async () => deps.catalog?.start())
  app.addHook('onClose', async () => deps.catalog?.stop())
  // Registered before all other routes, because its hooks apply only to routes registered afterward.
  publicCredentialRoutes(app, deps)
  const describe = await installApiDocs(app)

  installHealth(app, deps)
  installMetrics(app, deps)
  // Unknown endpoints get JSON; without this, they would be rendered as unknown pages. Runs before the body is read,
  // like the check for endpoints that the caller may not use.
  const unknown = { config: { access: 'anyone' }, schema: { hide: true } } as const
  app.get('/Academy/*', { ...unknown, onRequest: (request, reply) => void sendNotFound(request, reply) }, sendNotFound)
  for (const { routes, jobs } of GROUPS) {
    for (const { chapter, add } of routes) {
      if (chapter !== undefined) describe(chapter)
      await add(app, deps)
    }
    for (const handleJobs of jobs) handleJobs(deps)
  }
  if (deps.config.mode !== 'production') devMailRoutes(app, deps)

  if (pages) await pages(app)
  return app
}

function throwUnknownHost(): never {
  throw new Error("This route's schema is not a Zod schema.")
}
