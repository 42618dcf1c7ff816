import type { Deps } from '#platform/deps.ts'
import { sendEnrolment } from './enrollment.queues.ts'
import { mailEnrolment } from './enrollment.service.ts'

export function enrolmentJobs(deps: Deps): void {
  deps.jobs.handle(sendEnrolment, (enrolled) => mailEnrolment(deps, enrolled))
}
