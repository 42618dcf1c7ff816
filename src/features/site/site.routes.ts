import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { listBooks, readFounder, readSiteFrame } from './site.contract.ts'
import { booksOf, founderOf, siteFrame } from './site.service.ts'

export function siteRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readSiteFrame, () => siteFrame(deps))
  serve(app, readFounder, () => founderOf(deps.db))
  serve(app, listBooks, () => booksOf(deps.db))
}
