import type { FeatureGroup } from '#platform/feature-group.ts'
import { auditJobs } from './audit-log/audit-log.jobs.ts'
import { emailLogJobs } from './email-log/email-log.jobs.ts'
import { mediaRoutes } from './media/media.routes.ts'
import { playbackRoutes } from './playback/playback.routes.ts'
import { siteJobs } from './site/site.jobs.ts'
import { siteRoutes } from './site/site.routes.ts'

export const foundation: FeatureGroup = {
  routes: [
    { chapter: 'Site', add: siteRoutes },
    { chapter: 'Playback', add: playbackRoutes },
    { chapter: 'Media', add: mediaRoutes },
  ],
  jobs: [auditJobs, emailLogJobs, siteJobs],
}
