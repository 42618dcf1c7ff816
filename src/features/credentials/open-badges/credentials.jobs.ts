import type { Deps } from '#platform/deps.ts'
import { signCredential, signRestOfCredentials } from './credentials.queues.ts'
import { credentialOf, signRest } from './signing.service.ts'

export function credentialJobs(deps: Deps): void {
  deps.jobs.handle(signCredential, async ({ certificateId }) => {
    await credentialOf(deps, certificateId)
  })
  deps.jobs.repeat(signRestOfCredentials, '*/5 * * * *', () => signRest(deps))
}
