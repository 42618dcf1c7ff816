import type { Deps } from '#platform/deps.ts'
import { readNewFiles } from './indexing.service.ts'
import { readFiles } from './search.queues.ts'

export function searchJobs(deps: Deps): void {
  deps.jobs.repeat(readFiles, '* * * * *', async () => {
    await readNewFiles(deps)
  })
}
