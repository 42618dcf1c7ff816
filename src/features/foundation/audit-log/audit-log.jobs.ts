import type { Deps } from '#platform/deps.ts'
import { sweepFailedLogins, sweepOrigins } from './audit-log.queues.ts'
import { forgetFailedLogins, forgetOrigins } from './audit-log.service.ts'

const EACH_NIGHT = '17 3 * * *'

export function auditJobs(deps: Deps): void {
  deps.jobs.repeat(sweepFailedLogins, EACH_NIGHT, () => forgetFailedLogins(deps))
  deps.jobs.repeat(sweepOrigins, EACH_NIGHT, () => forgetOrigins(deps))
}
