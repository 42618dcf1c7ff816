import type { Deps } from '#platform/deps.ts'
import { deliverNotificationEmail, planDueEmails } from './notification-emails.service.ts'
import { clearNotifications, sendNotificationEmail, planNotificationEmails } from './notifications.queues.ts'
import { deleteOldNotifications } from './notifications.service.ts'

export function notificationJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(sendNotificationEmail, (data, id) => deliverNotificationEmail(deps, data, id))
  jobs.repeat(planNotificationEmails, '47 * * * *', () => planDueEmails(deps))
  jobs.repeat(clearNotifications, '37 3 * * *', () => deleteOldNotifications(deps))
}
