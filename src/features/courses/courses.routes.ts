import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import {
  listCourses,
  listCoursesPage,
  listPopularCourses,
  readCourse,
  readCourseAsVisitor,
} from './courses.contract.ts'
import { courseInShop, coursesOnShelf, popularCourses, pageOfCourses } from './courses.service.ts'

export function courseRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listCourses, () => coursesOnShelf(deps))
  serve(app, listCoursesPage, ({ params }) => pageOfCourses(deps, params.page))
  serve(app, listPopularCourses, () => popularCourses(deps))
  serve(app, readCourse, ({ params, member }) => courseInShop(deps, member.id, params.id))
  serve(app, readCourseAsVisitor, ({ params }) => courseInShop(deps, undefined, params.id))
}
