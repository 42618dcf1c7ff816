import type { Deps } from '#platform/deps.ts'
import { watchAlerts } from '#platform/metrics.ts'
import { mailAlerts, postAlerts } from './alerts.queues.ts'
import { alertFigures, sendByMail, sendToWebhook } from './alerts.service.ts'

export function alertJobs(deps: Deps): void {
  deps.jobs.handle(mailAlerts, (told) => sendByMail(deps, told))
  deps.jobs.handle(postAlerts, (told) => sendToWebhook(deps, told))
  watchAlerts(() => alertFigures(deps))
}
