import type { Deps } from '#platform/deps.ts'
import { followMarking, tellOfPass } from './exams.queues.ts'
import { giveWhatFollows, mailPass } from './after-regrading.service.ts'

export function examJobs(deps: Deps): void {
  deps.jobs.handle(followMarking, () => giveWhatFollows(deps))
  deps.jobs.handle(tellOfPass, (whose) => mailPass(deps, whose))
}
