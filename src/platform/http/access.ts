import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { AppError, stepUpRequiredError, UNKNOWN_ENDPOINT_MESSAGE } from '#shared/app-error.ts'
import type { Clock } from '../clock.ts'
import { MEMBER_HEADER, UNATTENDED_HEADER } from '#shared/call.ts'
import { type Access, type Endpoint, requiresStepUp } from '#shared/endpoint.ts'
import { type Permission, hasPermissionForAny, PermissionDeniedError, type Role, toStaff } from '#shared/policy.ts'

/** The member to whom a token belongs. */
export type Caller = {
  readonly id: string
  readonly role: Role
  /** The ID of the session, which grants no access by itself. */
  readonly sessionId: string
  readonly tokenHash: string
  /** When the member last confirmed their identity in this session. */
  readonly confirmedAt: Date
  /** Whether the member used two-factor authentication or a passkey in this session. */
  readonly hasFactor: boolean
}

/**
 * Finds the member to whom a token belongs. Returns undefined if the token is unknown, expired, or revoked. `isUse`
 * means that the member did something, which extends the session.
 */
export type Identify = (token: string, isUse: boolean) => Promise<Caller | undefined>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** With `page`, the route is not an API endpoint, and tokens are ignored. */
    access?: Access | 'page'
    stepUp?: true
    whileEnrolling?: true
    /** The response of this route lasts as long as the page that reads it is open, so its duration is not measured. */
    isLive?: true
    fieldErrors?: 'flat'
    /** The declaration of the endpoint. Its API docs are generated from it. */
    declared?: Endpoint
  }
  interface FastifyInstance {
    /** All routes of the server, in the order of registration. */
    routes: readonly RouteOptions[]
  }
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

/** How long sensitive actions are allowed after the member confirms their identity. */
const STEP_UP_MS = 10 * 60_000

/** Whether the member confirmed their identity in this session recently enough for a sensitive action. */
export function isConfirmed({ confirmedAt }: Pick<Caller, 'confirmedAt'>, now: Date): boolean {
  return now.getTime() - confirmedAt.getTime() <= STEP_UP_MS
}

type AccessOptions = {
  now: Clock
  /** Whether staff without two-factor authentication can do nothing except set it up. */
  staffNeedFactor: boolean
}

/** Checks access to every route. The server doesn't start if a route doesn't declare its access. */
export function installAccess(app: FastifyInstance, identify: Identify, { now, staffNeedFactor }: AccessOptions): void {
  app.decorateRequest('caller', undefined)
  const routes: RouteOptions[] = []
  app.decorate('routes', routes)
  app.addHook('onRoute', (route) => void routes.push(route))
  // Checked after all routes are registered, because a plugin's routes get their access from a hook that runs after the
  // hook above.
  app.addHook('onReady', async () => {
    const open = routes.filter(({ config }) => !config?.access).map(({ method, url }) => `${String(method)} ${url}`)
    if (open.length > 0) throw new Error(`These routes do not say who may call them: ${open.join(', ')}`)
  })
  app.addHook('onRequest', (request, reply, done) => {
    // An unknown URL responds like a protected endpoint: it reports an invalid token, and rejects a request before
    // reading its body.
    const access = request.is404 ? 'anyone' : request.routeOptions.config.access
    const unknown = request.is404 ? unknownEndpointError() : undefined
    // Most requests match this condition, so they skip everything below.
    if (!access || access === 'page' || (access === 'anyone' && getToken(request) === undefined)) return done(unknown)
    // Error responses contain the member's ID, too. Otherwise, the response of a staff endpoint would differ from that
    // of an unknown URL.
    const end = (error?: Error) => {
      if (request.caller) reply.header(MEMBER_HEADER, request.caller.id)
      done(error)
    }
    admit(request, access).then(() => end(unknown), end)
  })
  // Checks access again, because a body may take ten seconds to arrive. In the meantime, the session may have ended, or
  // the account may have been locked.
  app.addHook('preValidation', (request, _reply, done) => {
    const { access } = request.routeOptions.config
    if (!request.caller || !access || access === 'page' || request.body === undefined) return done()
    admit(request, access).then(() => done(), done)
  })
  // Checked after validation, so that form errors are reported before the member is asked to confirm their identity.
  app.addHook('preHandler', (request, _reply, done) => {
    const { caller, routeOptions } = request
    const mustConfirm = caller && requiresStepUp(routeOptions.config) && !isConfirmed(caller, now())
    done(mustConfirm ? stepUpRequiredError() : undefined)
  })

  async function admit(request: FastifyRequest, access: Access): Promise<void> {
    const token = getToken(request)
    if (token !== undefined) {
      const { isLive } = request.routeOptions.config
      request.caller = await identify(token, !isLive && request.headers[UNATTENDED_HEADER] === undefined)
      // An invalid token is reported even by endpoints that need no token, so that the browser discards it.
      if (!request.caller) throw new AppError('sign_in_required', 'Your session has ended. Please log in again.')
    }
    const { caller } = request
    const lacksFactor = staffNeedFactor && caller !== undefined && caller.role !== 'learner' && !caller.hasFactor
    if (access === 'anyone') {
      // Endpoints for anyone return more to staff, so treat staff without two-factor authentication as learners.
      if (lacksFactor) request.caller = { ...caller, role: 'learner' }
      return
    }
    // To everyone else, staff endpoints look as if they don't exist, so that responses don't reveal them.
    if (typeof access === 'object' && !caller) throw unknownEndpointError()
    if (!caller) throw new AppError('sign_in_required', 'Please log in.')
    const { whileEnrolling } = request.routeOptions.config
    if (lacksFactor && !whileEnrolling)
      throw new AppError('factor_required', 'Set up two-factor authentication first. It is required for staff.')
    if (typeof access === 'object' && !hasPermissionForAny(caller.role, access.may))
      throw accessDeniedError(caller, access.may)
  }
}

function unknownEndpointError(): AppError {
  return new AppError('not_found', UNKNOWN_ENDPOINT_MESSAGE)
}

function accessDeniedError(caller: Caller, act: Permission): AppError {
  if (caller.role === 'learner') return unknownEndpointError()
  return new PermissionDeniedError('not_found', UNKNOWN_ENDPOINT_MESSAGE, { staff: toStaff(caller), act })
}

function getToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  return /^Token ([\w-]{1,200})$/.exec(header)?.[1] ?? ''
}
