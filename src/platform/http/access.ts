import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/app-error.ts'
import type { Access } from '#shared/endpoint.ts'

/** Whoever a token belongs to. */
export type Caller = { readonly id: string; readonly role: 'learner' | 'staff'; readonly tokenHash: string }

/** Finds the member of a token; undefined when it is unknown, expired or revoked. */
export type Identify = (token: string) => Promise<Caller | undefined>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `page`: no API call, tokens are not read. */
    access?: Access | 'page'
    fieldErrors?: 'flat'
  }
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

/** Every route says who may call it, or the server does not start. */
export function installAccess(app: FastifyInstance, identify: Identify): void {
  app.decorateRequest('caller', undefined)
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${String(route.method)} ${route.url} does not say who may call it`)
  })
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    if (!access || access === 'page') return
    const token = tokenOf(request)
    if (token !== undefined) {
      request.caller = await identify(token)
      // A dead token is told even where none is needed: the browser must learn to drop it.
      if (!request.caller) throw new AppError('sign_in_required', 'Your session has ended. Please log in again.')
    }
    if (access === 'anyone') return
    if (!request.caller) throw new AppError('sign_in_required', 'Please log in.')
    // Staff calls look missing to everybody else, so that nothing tells they exist.
    if (access === 'staff' && request.caller.role !== 'staff') throw new AppError('not_found', 'Not found.')
  })
}

function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  return /^Token ([\w-]{1,200})$/.exec(header)?.[1] ?? ''
}
