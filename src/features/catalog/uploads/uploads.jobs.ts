import type { Deps } from '#platform/deps.ts'
import { sweepAbandoned } from './uploads.queues.ts'
import { sweepUploads } from './uploads.service.ts'

const EACH_NIGHT = '41 3 * * *'

export function uploadJobs(deps: Deps): void {
  deps.jobs.repeat(sweepAbandoned, EACH_NIGHT, () => sweepUploads(deps))
}
