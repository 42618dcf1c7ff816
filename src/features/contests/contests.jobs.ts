import type { Deps } from '#platform/deps.ts'
import { tellOfContest } from './contests.queues.ts'
import { mailAnswer } from './docket.service.ts'

export function contestJobs(deps: Deps): void {
  deps.jobs.handle(tellOfContest, ({ contestId }) => mailAnswer(deps, contestId))
}
