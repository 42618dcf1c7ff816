import type { Deps } from '#platform/deps.ts'
import { mailTold, planDue } from './notification-emails.service.ts'
import { clearNotices, mailNotices, planLetters } from './notifications.queues.ts'
import { clearOld } from './notify.service.ts'

export function noticeJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(mailNotices, (letter, id) => mailTold(deps, letter, id))
  jobs.repeat(planLetters, '47 * * * *', () => planDue(deps))
  jobs.repeat(clearNotices, '37 3 * * *', () => clearOld(deps))
}
