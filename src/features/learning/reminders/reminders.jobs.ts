import type { Deps } from '#platform/deps.ts'
import { remindMembers, sendStudyReminder } from './reminders.queues.ts'
import { deliverStudyReminder, sendDueReminders } from './reminders.service.ts'

// The hour of the academy's day lies at another one of UTC from place to place, and from winter to summer.
const HOURLY = '17 * * * *'

export function reminderJobs(deps: Deps): void {
  deps.jobs.repeat(remindMembers, HOURLY, () => sendDueReminders(deps))
  deps.jobs.handle(sendStudyReminder, (reminder) => deliverStudyReminder(deps, reminder))
}
