import type { FeatureGroup } from '#platform/feature-group.ts'
import { discussionJobs } from './discussions/discussions.jobs.ts'
import { discussionRoutes } from './discussions/discussions.routes.ts'
import { moderationRoutes } from './moderation/moderation.routes.ts'
import { mutingRoutes } from './muting/muting.routes.ts'
import { searchJobs } from './search/search.jobs.ts'
import { searchRoutes } from './search/search.routes.ts'

export const community: FeatureGroup = {
  routes: [
    { chapter: 'Search', add: searchRoutes },
    { chapter: 'Discussions', add: discussionRoutes },
    { chapter: 'Moderation', add: moderationRoutes },
    { chapter: 'Muting', add: mutingRoutes },
  ],
  jobs: [searchJobs, discussionJobs],
}
