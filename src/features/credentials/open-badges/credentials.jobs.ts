import type { Deps } from '#platform/deps.ts'
import { signCredential, signRemainingCredentials } from './credentials.queues.ts'
import { getCredential, signUnsignedCertificates } from './signing.service.ts'

export function credentialJobs(deps: Deps): void {
  deps.jobs.handle(signCredential, async ({ certificateId }) => {
    await getCredential(deps, certificateId)
  })
  deps.jobs.repeat(signRemainingCredentials, '*/5 * * * *', () => signUnsignedCertificates(deps))
}
