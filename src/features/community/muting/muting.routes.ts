import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { hasPermissionForAny } from '#shared/policy.ts'
import { readOwnMute } from './muting.contract.ts'
import { getOwnMute } from './muting.service.ts'

export function mutingRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readOwnMute, async ({ member: { id: memberId, role } }) => ({
    muted: (await getOwnMute(deps, { memberId, isStaff: hasPermissionForAny(role, 'moderate discussions') })) ?? null,
  }))
}
