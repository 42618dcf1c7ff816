import type { Deps } from '#platform/deps.ts'
import { notifyServiceChange } from './change-notices.queues.ts'
import { deliverNotice } from './change-notices.service.ts'

export function changeNoticeJobs(deps: Deps): void {
  deps.jobs.handle(notifyServiceChange, (notice) => deliverNotice(deps, notice))
}
