import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { downloadBadge } from './badges.contract.ts'
import { getBadgeFile } from './badges.service.ts'

export function badgeRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, downloadBadge, ({ member, params }) => getBadgeFile(deps, member.id, params.id))
}
