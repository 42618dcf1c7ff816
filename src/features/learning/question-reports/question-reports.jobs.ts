import type { Deps } from '#platform/deps.ts'
import { tellOfContest } from './question-reports.queues.ts'
import { mailAnswer } from './review-queue.service.ts'

export function contestJobs(deps: Deps): void {
  deps.jobs.handle(tellOfContest, ({ contestId }) => mailAnswer(deps, contestId))
}
