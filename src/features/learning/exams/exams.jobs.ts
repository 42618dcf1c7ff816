import type { Deps } from '#platform/deps.ts'
import { followUpRegrading, sendPassEmail } from './exams.queues.ts'
import { followUpRegradedPasses, deliverPassEmail } from './after-regrading.service.ts'

export function examJobs(deps: Deps): void {
  deps.jobs.handle(followUpRegrading, () => followUpRegradedPasses(deps))
  deps.jobs.handle(sendPassEmail, (whose) => deliverPassEmail(deps, whose))
}
