import type { Deps } from '#platform/deps.ts'
import { renderPosts } from './discussions.queues.ts'
import { rerenderOutdatedPosts } from './rerender-posts.service.ts'

export function discussionJobs({ db, jobs }: Deps): void {
  jobs.repeat(renderPosts, '*/5 * * * *', () => rerenderOutdatedPosts(db))
}
