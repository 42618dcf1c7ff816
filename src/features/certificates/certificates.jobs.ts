import type { Deps } from '#platform/deps.ts'
import { sendCertificate } from './certificates.queues.ts'
import { mailCertificate } from './certificates.service.ts'

export function certificateJobs(deps: Deps): void {
  deps.jobs.handle(sendCertificate, ({ certificateId }) => mailCertificate(deps, certificateId))
}
