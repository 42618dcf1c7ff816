import type { Deps } from '#platform/deps.ts'
import { mailTold, planDue } from './letters.service.ts'
import { clearNotices, mailNotices, planLetters } from './notices.queues.ts'
import { clearOld } from './telling.service.ts'

export function noticeJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle(mailNotices, (letter, id) => mailTold(deps, letter, id))
  jobs.repeat(planLetters, '47 * * * *', () => planDue(deps))
  jobs.repeat(clearNotices, '37 3 * * *', () => clearOld(deps))
}
