import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { readDue } from './reminders.contract.ts'
import { countDue } from './reminders.service.ts'

export function reminderRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readDue, async ({ params: { days } }) => ({ members: await countDue(deps, Number(days)) }))
}
