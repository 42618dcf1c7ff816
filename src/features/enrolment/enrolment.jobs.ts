import type { Deps } from '#platform/deps.ts'
import { sendEnrolment } from './enrolment.queues.ts'
import { mailEnrolment } from './enrolment.service.ts'

export function enrolmentJobs(deps: Deps): void {
  deps.jobs.handle(sendEnrolment, (enrolled) => mailEnrolment(deps, enrolled))
}
