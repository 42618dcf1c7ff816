import type { Deps } from '#platform/deps.ts'
import { remindMembers, sendStudyReminder } from './reminders.queues.ts'
import { deliverStudyReminder, sendDueReminders } from './reminders.service.ts'

// Runs every hour because the academy's local time depends on its time zone and the season.
const HOURLY = '17 * * * *'

export function reminderJobs(deps: Deps): void {
  deps.jobs.repeat(remindMembers, HOURLY, () => sendDueReminders(deps))
  deps.jobs.handle(sendStudyReminder, (reminder) => deliverStudyReminder(deps, reminder))
}
