import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import {
  listCourses,
  listCoursesPage,
  listPopularCourses,
  readCourse,
  readCourseAsVisitor,
} from './courses.contract.ts'
import { renderCourseDetail } from './course-details.service.ts'
import { toCourseSummary } from './course-summaries.service.ts'
import { getCourseDetail, getCourseList, getCoursesPage, getPopularCourses } from './courses.service.ts'

export function courseRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, listCourses, async () => (await getCourseList(deps)).map(toCourseSummary))
  registerEndpoint(app, listCoursesPage, async ({ params }) => {
    const { courses, ...page } = await getCoursesPage(deps, params.page)
    return { items: courses.map(toCourseSummary), ...page }
  })
  registerEndpoint(app, listPopularCourses, async () => (await getPopularCourses(deps)).map(toCourseSummary))
  registerEndpoint(app, readCourse, async ({ params, member }) =>
    renderCourseDetail(deps, await getCourseDetail(deps, member.id, params.id)),
  )
  registerEndpoint(app, readCourseAsVisitor, async ({ params }) =>
    renderCourseDetail(deps, await getCourseDetail(deps, undefined, params.id)),
  )
}
