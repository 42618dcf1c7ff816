import type { FeatureGroup } from '#platform/feature-group.ts'
import { accountJobs } from './accounts/accounts.jobs.ts'
import { accountRoutes } from './accounts/accounts.routes.ts'
import { identityRoutes } from './accounts/identity.routes.ts'
import { liveRoutes } from './notifications/live-updates.routes.ts'
import { noticeJobs } from './notifications/notifications.jobs.ts'
import { noticeRoutes } from './notifications/notifications.routes.ts'
import { factorRoutes } from './two-factor/two-factor.routes.ts'

export const people: FeatureGroup = {
  routes: [
    { chapter: 'Accounts', add: accountRoutes },
    { chapter: 'Identity', add: identityRoutes },
    { chapter: 'Second factors', add: factorRoutes },
    { chapter: 'Mails', add: noticeRoutes },
    { add: liveRoutes },
  ],
  jobs: [accountJobs, noticeJobs],
}
