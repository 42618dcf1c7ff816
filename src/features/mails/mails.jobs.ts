import type { Deps } from '#platform/deps.ts'
import { sweepMails } from './mails.queues.ts'
import { forgetMails } from './mails.service.ts'

export function mailJobs(deps: Deps): void {
  deps.jobs.repeat(sweepMails, '29 3 * * *', () => forgetMails(deps))
}
