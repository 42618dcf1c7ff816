import type { Deps } from '#platform/deps.ts'
import { sendReportAnswerEmail } from './question-reports.queues.ts'
import { deliverReportAnswerEmail } from './review-queue.service.ts'

export function questionReportJobs(deps: Deps): void {
  deps.jobs.handle(sendReportAnswerEmail, ({ contestId: id }) => deliverReportAnswerEmail(deps, id))
}
