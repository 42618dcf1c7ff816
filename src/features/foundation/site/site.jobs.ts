import { renderStored } from '#features/foundation/markdown/markdown.public.ts'
import type { Deps } from '#platform/deps.ts'
import { listSiteTexts } from './policies.service.ts'
import { renderMarkdown } from './site.queues.ts'

export function siteJobs({ db, jobs }: Deps): void {
  jobs.repeat(renderMarkdown, '*/5 * * * *', async () => renderStored(db, await listSiteTexts(db)))
}
