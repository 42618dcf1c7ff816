import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { AppError, stepUpRequiredError, UNKNOWN_ENDPOINT_MESSAGE } from '#shared/app-error.ts'
import type { Clock } from '../clock.ts'
import { MEMBER_HEADER, UNATTENDED_HEADER } from '#shared/call.ts'
import { type Access, type Endpoint, requiresStepUp } from '#shared/endpoint.ts'
import { type Permission, hasPermissionForAny, PermissionDeniedError, type Role, toStaff } from '#shared/policy.ts'

/** Whoever a token belongs to. */
export type Caller = {
  readonly id: string
  readonly role: Role
  /** Names the session, and opens nothing. */
  readonly sessionId: string
  readonly tokenHash: string
  /** When he last showed in this session who he is. */
  readonly confirmedAt: Date
  /** Whether this session began with a second factor or a passkey, or had one shown since. */
  readonly hasFactor: boolean
}

/** Finds the member of a token; undefined when it is unknown, expired or revoked. `isUse`: somebody has done something, which keeps the session alive. */
export type Identify = (token: string, isUse: boolean) => Promise<Caller | undefined>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `page`: no API call, tokens are not read. */
    access?: Access | 'page'
    stepUp?: true
    whileEnrolling?: true
    /** Its replies last as long as the page that reads them: they are not timed. */
    isLive?: true
    fieldErrors?: 'flat'
    /** The declaration of a call of the API, from which its documents are printed. */
    declared?: Endpoint
  }
  interface FastifyInstance {
    /** Everything that the server answers, in the order in which it was registered. */
    routes: readonly RouteOptions[]
  }
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

/** How long something grave may be done after somebody has shown who he is. */
const STEP_UP_MS = 10 * 60_000

/** Whether somebody has confirmed their identity lately enough, in this session, to do something grave. */
export function isConfirmed({ confirmedAt }: Pick<Caller, 'confirmedAt'>, now: Date): boolean {
  return now.getTime() - confirmedAt.getTime() <= STEP_UP_MS
}

type AccessOptions = {
  now: Clock
  /** Whether staff without a second factor can do nothing but set one up. */
  staffNeedFactor: boolean
}

/** Every route says who may call it, or the server does not start. */
export function installAccess(app: FastifyInstance, identify: Identify, { now, staffNeedFactor }: AccessOptions): void {
  app.decorateRequest('caller', undefined)
  const routes: RouteOptions[] = []
  app.decorate('routes', routes)
  app.addHook('onRoute', (route) => void routes.push(route))
  // Asked when all are there: a plugin's routes are given their access by a hook that runs after the one above.
  app.addHook('onReady', async () => {
    const open = routes.filter(({ config }) => !config?.access).map(({ method, url }) => `${String(method)} ${url}`)
    if (open.length > 0) throw new Error(`These routes do not say who may call them: ${open.join(', ')}`)
  })
  app.addHook('onRequest', (request, reply, done) => {
    // Where there is no call a dead token is told as it is where there is one, so that the two can't be told apart.
    const access = request.is404 ? 'anyone' : request.routeOptions.config.access
    // Most requests by far: they need not wait for anything.
    if (!access || access === 'page' || (access === 'anyone' && getToken(request) === undefined)) return done()
    // Refusals name the member, too: else a call of staff would answer unlike an address without a call.
    const end = (error?: Error) => {
      if (request.caller) reply.header(MEMBER_HEADER, request.caller.id)
      done(error)
    }
    admit(request, access).then(() => end(), end)
  })
  // A body may take ten seconds to arrive: meanwhile the session may have ended, or the member been locked.
  app.addHook('preValidation', (request, _reply, done) => {
    const { access } = request.routeOptions.config
    if (!request.caller || !access || access === 'page' || request.body === undefined) return done()
    admit(request, access).then(() => done(), done)
  })
  // What is to be mended in a form is told before anybody is asked for a code.
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
      // A dead token is told even where none is needed: the browser must learn to drop it.
      if (!request.caller) throw new AppError('sign_in_required', 'Your session has ended. Please log in again.')
    }
    if (access === 'anyone') return
    const { caller } = request
    // Calls of staff look missing to everybody else, so that nothing tells they exist.
    if (typeof access === 'object' && !caller) throw new AppError('not_found', UNKNOWN_ENDPOINT_MESSAGE)
    if (!caller) throw new AppError('sign_in_required', 'Please log in.')
    const { whileEnrolling } = request.routeOptions.config
    if (staffNeedFactor && caller.role !== 'learner' && !caller.hasFactor && !whileEnrolling)
      throw new AppError('factor_required', 'Please set up a second factor first: staff can do nothing without one.')
    if (typeof access === 'object' && !hasPermissionForAny(caller.role, access.may))
      throw accessDeniedError(caller, access.may)
  }
}

function accessDeniedError(caller: Caller, act: Permission): AppError {
  if (caller.role === 'learner') return new AppError('not_found', UNKNOWN_ENDPOINT_MESSAGE)
  return new PermissionDeniedError('not_found', UNKNOWN_ENDPOINT_MESSAGE, { staff: toStaff(caller), act })
}

function getToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  return /^Token ([\w-]{1,200})$/.exec(header)?.[1] ?? ''
}
