import type { Deps } from '#platform/deps.ts'
import { sweepMails } from './email-log.queues.ts'
import { forgetMails } from './email-log.service.ts'

export function mailJobs(deps: Deps): void {
  deps.jobs.repeat(sweepMails, '29 3 * * *', () => forgetMails(deps))
}
