import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { downloadBadge } from './badges.contract.ts'
import { badgeFile } from './badges.service.ts'

export function badgeRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, downloadBadge, ({ member, params }) => badgeFile(deps, member.id, params.id))
}
