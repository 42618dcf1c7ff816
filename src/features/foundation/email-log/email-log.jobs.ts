import type { Deps } from '#platform/deps.ts'
import { cleanUpEmailLog } from './email-log.queues.ts'
import { deleteOldEmails } from './email-log.service.ts'

export function emailLogJobs(deps: Deps): void {
  deps.jobs.repeat(cleanUpEmailLog, '29 3 * * *', () => deleteOldEmails(deps))
}
