import type { Deps } from '#platform/deps.ts'
import { watchAlerts } from '#platform/metrics.ts'
import { emailAlerts, postAlerts } from './alerts.queues.ts'
import { getAlertMetrics, sendAlertEmail, sendAlertWebhook } from './alerts.service.ts'

export function alertJobs(deps: Deps): void {
  deps.jobs.handle(emailAlerts, (data) => sendAlertEmail(deps, data))
  deps.jobs.handle(postAlerts, (data) => sendAlertWebhook(deps, data))
  watchAlerts(() => getAlertMetrics(deps))
}
