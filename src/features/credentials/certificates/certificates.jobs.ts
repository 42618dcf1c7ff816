import type { Deps } from '#platform/deps.ts'
import { sendCertificate, notifyOfCertificateChange } from './certificates.queues.ts'
import { sendCertificateEmail } from './certificates.service.ts'
import { sendCertificateChangeEmail } from './certificate-emails.service.ts'

export function certificateJobs(deps: Deps): void {
  deps.jobs.handle(sendCertificate, (sent) => sendCertificateEmail(deps, sent))
  deps.jobs.handle(notifyOfCertificateChange, (data) => sendCertificateChangeEmail(deps, data))
}
