import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { readCertificate } from './certificates.contract.ts'
import { certificateFor } from './certificates.service.ts'

export function certificateRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readCertificate, ({ params }) => certificateFor(deps, params.id))
}
