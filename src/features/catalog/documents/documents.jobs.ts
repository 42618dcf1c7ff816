import type { Deps } from '#platform/deps.ts'
import { drawFirstPages } from './documents.queues.ts'
import { drawPreviews } from './previews.service.ts'

export function documentJobs(deps: Deps): void {
  deps.jobs.repeat(drawFirstPages, '* * * * *', async () => {
    await drawPreviews(deps)
  })
}
