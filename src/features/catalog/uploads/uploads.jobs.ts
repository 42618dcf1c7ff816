import type { Deps } from '#platform/deps.ts'
import { cleanUpAbandonedUploads } from './uploads.queues.ts'
import { cleanUpUploads } from './uploads.service.ts'

const NIGHTLY = '41 3 * * *'

export function uploadJobs(deps: Deps): void {
  deps.jobs.repeat(cleanUpAbandonedUploads, NIGHTLY, () => cleanUpUploads(deps))
}
