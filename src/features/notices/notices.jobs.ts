import type { Deps } from '#platform/deps.ts'
import { clearNotices } from './notices.queues.ts'
import { clearOld } from './telling.service.ts'

export function noticeJobs(deps: Deps): void {
  deps.jobs.repeat(clearNotices, '37 3 * * *', () => clearOld(deps))
}
