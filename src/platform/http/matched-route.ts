import type { FastifyRequest } from 'fastify'
import type { ResolvedPage } from './page-resolver.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Which page was asked for, in its one spelling; undefined for other routes. Set before `preHandler`. */
    page: ResolvedPage | undefined
  }
}

/**
 * The pattern of the route or page that answers a request, such as `/Certificate/:id`. Limits and rules go by this and never by `request.url`,
 * in which one address has many spellings (`/%63ertificate/x`, `//Certificate/x`, `/./Certificate/x`).
 */
export function matchedRoute({ page, routeOptions }: FastifyRequest): string | undefined {
  return page?.pattern ?? routeOptions.url
}
