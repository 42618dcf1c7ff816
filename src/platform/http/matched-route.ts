import type { FastifyRequest } from 'fastify'
import type { ResolvedPage } from './page-resolver.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The requested page with its canonical URL, or undefined for other routes. It is set before `preHandler`. */
    page: ResolvedPage | undefined
  }
}

/**
 * Returns the pattern of the route or page that answers a request, such as `/Certificate/:id`. Rate limits and rules
 * use this, never `request.url`, because one URL can be written in many ways (`/%63ertificate/x`, `//Certificate/x`,
 * `/./Certificate/x`).
 */
export function matchedRoute({ page, routeOptions }: FastifyRequest): string | undefined {
  return page?.pattern ?? routeOptions.url
}
