import type { FeatureGroup } from '#platform/feature-group.ts'
import { courseRoutes } from './courses/courses.routes.ts'
import { documentJobs } from './documents/documents.jobs.ts'
import { documentRoutes } from './documents/documents.routes.ts'
import { homeRoutes } from './home/home.routes.ts'
import { podcastRoutes } from './podcasts/podcasts.routes.ts'
import { resumeRoutes } from './resume/resume.routes.ts'
import { sampleRoutes } from './samples/samples.routes.ts'
import { uploadJobs } from './uploads/uploads.jobs.ts'
import { uploadRoutes } from './uploads/uploads.routes.ts'

export const catalog: FeatureGroup = {
  routes: [
    { chapter: 'Uploads', add: uploadRoutes },
    { chapter: 'Home page', add: homeRoutes },
    { chapter: 'Courses', add: courseRoutes },
    { chapter: 'Samples', add: sampleRoutes },
    { chapter: 'Podcasts', add: podcastRoutes },
    { chapter: 'Documents', add: documentRoutes },
    { chapter: 'Continuing', add: resumeRoutes },
  ],
  jobs: [documentJobs, uploadJobs],
}
