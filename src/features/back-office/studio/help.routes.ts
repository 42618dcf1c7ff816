import type { FastifyInstance } from 'fastify'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { readHelp } from './help.contract.ts'
import { readManualPage } from './help.service.ts'

export function helpRoutes(app: FastifyInstance): void {
  registerEndpoint(app, readHelp, ({ params: { topic } }) => readManualPage(topic))
}
