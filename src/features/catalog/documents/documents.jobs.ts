import type { Deps } from '#platform/deps.ts'
import { renderFirstPages } from './documents.queues.ts'
import { renderPreviews } from './previews.service.ts'

export function documentJobs(deps: Deps): void {
  deps.jobs.repeat(renderFirstPages, '* * * * *', async () => {
    await renderPreviews(deps)
  })
}
