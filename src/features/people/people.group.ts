import type { FeatureGroup } from '#platform/feature-group.ts'
import { accountJobs } from './accounts/accounts.jobs.ts'
import { accountRoutes } from './accounts/accounts.routes.ts'
import { identityRoutes } from './accounts/identity.routes.ts'
import { liveUpdateRoutes } from './notifications/live-updates.routes.ts'
import { notificationJobs } from './notifications/notifications.jobs.ts'
import { notificationRoutes } from './notifications/notifications.routes.ts'
import { twoFactorRoutes } from './two-factor/two-factor.routes.ts'

export const people: FeatureGroup = {
  routes: [
    { chapter: 'Accounts', add: accountRoutes },
    { chapter: 'Identity', add: identityRoutes },
    { chapter: 'Second factors', add: twoFactorRoutes },
    { chapter: 'Mails', add: notificationRoutes },
    { add: liveUpdateRoutes },
  ],
  jobs: [accountJobs, notificationJobs],
}
