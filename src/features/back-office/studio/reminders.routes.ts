import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { countDueReminders } from './reminders.contract.ts'
import { countDue } from '#features/learning/reminders/reminders.public.ts'

export function reminderRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, countDueReminders, async ({ params: { days } }) => ({
    members: await countDue(deps, Number(days)),
  }))
}
