import type { Deps } from '#platform/deps.ts'
import { sendCertificate, tellOfCertificate } from './certificates.queues.ts'
import { mailCertificate } from './certificates.service.ts'
import { mailStanding } from './certificate-emails.service.ts'

export function certificateJobs(deps: Deps): void {
  deps.jobs.handle(sendCertificate, (sent) => mailCertificate(deps, sent))
  deps.jobs.handle(tellOfCertificate, (told) => mailStanding(deps, told))
}
