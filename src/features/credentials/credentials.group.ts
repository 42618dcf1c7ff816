import type { FeatureGroup } from '#platform/feature-group.ts'
import { certificateJobs } from './certificates/certificates.jobs.ts'
import { certificateRoutes } from './certificates/certificates.routes.ts'
import { licenseRoutes } from './contact-hours/licenses.routes.ts'
import { badgeRoutes } from './open-badges/badges.routes.ts'
import { credentialJobs } from './open-badges/credentials.jobs.ts'
import { credentialRoutes } from './open-badges/credentials.routes.ts'

export const credentials: FeatureGroup = {
  routes: [
    { chapter: 'Certificates', add: certificateRoutes },
    { chapter: 'Badges', add: badgeRoutes },
    { chapter: 'Credentials', add: credentialRoutes },
    { chapter: 'License numbers', add: licenseRoutes },
  ],
  jobs: [certificateJobs, credentialJobs],
}
