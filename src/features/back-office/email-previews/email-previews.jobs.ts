import type { Deps } from '#platform/deps.ts'
import { sendSampleEmail } from './email-previews.queues.ts'
import { deliverSampleEmail } from './email-previews.service.ts'

export function emailPreviewJobs(deps: Deps): void {
  deps.jobs.handle(sendSampleEmail, (sample) => deliverSampleEmail(deps, sample))
}
