import type { FastifyInstance } from 'fastify'
import { getFeaturedCourses, toCourseSummary } from '#features/catalog/courses/courses.public.ts'
import { readHeroPicture, readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { readHomePage } from './home.contract.ts'

export function homeRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readHomePage, async () => {
    const site = await readSite(deps.db)
    const courses = await getFeaturedCourses(deps, site)
    return {
      content: site.isHomeConfirmed ? { ...site.home, images: await readHeroPicture(deps.db) } : null,
      courses: courses.map(toCourseSummary),
    }
  })
}
