import type { Deps } from '#platform/deps.ts'
import { sendEnrollment } from './enrollment.queues.ts'
import { sendEnrollmentEmail } from './enrollment.service.ts'

export function enrollmentJobs(deps: Deps): void {
  deps.jobs.handle(sendEnrollment, (enrolled) => sendEnrollmentEmail(deps, enrolled))
}
