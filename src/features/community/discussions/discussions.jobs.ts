import type { Deps } from '#platform/deps.ts'
import { renderPosts } from './discussions.queues.ts'
import { renderEarlierPosts } from './earlier-posts.service.ts'

export function discussionJobs({ db, jobs }: Deps): void {
  jobs.repeat(renderPosts, '*/5 * * * *', () => renderEarlierPosts(db))
}
