import type { Deps } from '#platform/deps.ts'
import { indexNewFiles } from './indexing.service.ts'
import { indexFiles } from '#features/foundation/files/files.public.ts'

export function searchJobs(deps: Deps): void {
  deps.jobs.repeat(indexFiles, '* * * * *', async () => {
    await indexNewFiles(deps)
  })
}
