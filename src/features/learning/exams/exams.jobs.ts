import type { Deps } from '#platform/deps.ts'
import { followUpRegrading, issueAwaitedCertificate, sendPassEmail } from './exams.queues.ts'
import { issueAfterLectures } from './awaited-certificates.service.ts'
import { followUpRegradedPasses, deliverPassEmail } from './after-regrading.service.ts'

export function examJobs(deps: Deps): void {
  deps.jobs.handle(followUpRegrading, () => followUpRegradedPasses(deps))
  deps.jobs.handle(issueAwaitedCertificate, (whose) => issueAfterLectures(deps, whose))
  deps.jobs.handle(sendPassEmail, (whose) => deliverPassEmail(deps, whose))
}
