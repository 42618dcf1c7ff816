import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { readSetup } from './setup.contract.ts'
import { getSetupSteps } from './setup.service.ts'

export function setupRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readSetup, async ({ member }) => ({
    steps: (await getSetupSteps(deps, member.id)).map(({ isDone, ...step }) => ({ ...step, is_done: isDone })),
  }))
}
