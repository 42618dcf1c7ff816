import type { FeatureGroup } from '#platform/feature-group.ts'
import { accountJobs } from './accounts/accounts.jobs.ts'
import { identityRoutes } from './login/identity.routes.ts'
import { loginJobs } from './login/login.jobs.ts'
import { loginRoutes } from './login/login.routes.ts'
import { memberAdministrationJobs } from './member-administration/member-administration.jobs.ts'
import { liveUpdateRoutes } from './notifications/live-updates.routes.ts'
import { notificationJobs } from './notifications/notifications.jobs.ts'
import { notificationRoutes } from './notifications/notifications.routes.ts'
import { ownAccountJobs } from './own-account/own-account.jobs.ts'
import { ownAccountRoutes } from './own-account/own-account.routes.ts'
import { twoFactorRoutes } from './two-factor/two-factor.routes.ts'

export const people: FeatureGroup = {
  routes: [
    { chapter: 'Accounts', add: loginRoutes },
    { chapter: 'Accounts', add: ownAccountRoutes },
    { chapter: 'Identity', add: identityRoutes },
    { chapter: 'Two-factor authentication', add: twoFactorRoutes },
    { chapter: 'Mails', add: notificationRoutes },
    { add: liveUpdateRoutes },
  ],
  jobs: [accountJobs, loginJobs, ownAccountJobs, memberAdministrationJobs, notificationJobs],
}
