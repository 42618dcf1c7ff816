import type { Deps } from '#platform/deps.ts'
import { cleanUpFailedLogins, cleanUpLoginOrigins } from './audit-log.queues.ts'
import { deleteOldFailedLogins, deleteOldLoginOrigins } from './audit-log.service.ts'

const NIGHTLY = '17 3 * * *'

export function auditJobs(deps: Deps): void {
  deps.jobs.repeat(cleanUpFailedLogins, NIGHTLY, () => deleteOldFailedLogins(deps))
  deps.jobs.repeat(cleanUpLoginOrigins, NIGHTLY, () => deleteOldLoginOrigins(deps))
}
