import { KINDS, getProductPage } from '#shared/kinds.ts'
import { call } from '#web/client/api.ts'
import { apiContext } from '#web/client/api-context.ts'
import { buildBreadcrumbData } from '#web/shell/linked-data.ts'
import { memberLoader, type PendingState, toPending } from '#web/client/load-state.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { redirectToCurrentAddress } from '#features/foundation/products/ui/current-address.ts'
import { useIsSignedIn } from '#web/client/session.ts'
import type { Route } from './+types/course.page.ts'
import type { ShownCourse, readCourse, readCourseAsVisitor } from './courses.contract.ts'
import { buildCourseJsonLd } from './ui/course-json-ld.ts'
import { CoursePicture } from './ui/course-picture.tsx'
import { CourseSideCard } from './ui/course-side-card.tsx'
import { CourseView } from './ui/course-view.tsx'
import { toShownCourse } from './ui/shown-course.ts'

export async function loader({ context, params: { id } }: Route.LoaderArgs): Promise<PendingState<ShownCourse>> {
  const call = context.get(apiContext)
  const course = await call<typeof readCourseAsVisitor>('GET /Academy/api/course/:id/notAuthenticated/', {
    params: { id },
  })
  return toPending(toShownCourse(redirectToCurrentAddress('course', id, course)))
}

/** For members, loads whether they have access to the course. */
export const clientLoader = memberLoader(
  async ({ params: { id }, request: { signal } }: Route.ClientLoaderArgs): Promise<ShownCourse> =>
    toShownCourse(await call<typeof readCourse>('GET /Academy/api/course/:id/', { params: { id }, signal })),
  { isShownAnyway: true },
)

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const course = loaderData?.view
  return course
    ? pageMeta(matches, {
        title: course.course_name,
        description: course.course_short_description,
        path: getProductPage('course', course.id_),
        card: { kind: 'course', slug: course.id_, title: course.course_name },
        data: (site) => [
          buildCourseJsonLd(site, course),
          buildBreadcrumbData(site, [
            ['Courses', KINDS.course.shelf.address],
            [course.course_name, getProductPage('course', course.id_)],
          ]),
        ],
      })
    : []
}

export default function CoursePage({ loaderData: { view: course, seenAs } }: Route.ComponentProps) {
  const paysHere = useIsSignedIn() && seenAs === 'member' && !course.isPurchased && !course.isDisputed
  const isOffered = !course.isPurchased && !course.isDisputed
  return (
    <CourseView
      course={course}
      paysHere={paysHere}
      isOffered={isOffered}
      picture={<CoursePicture key={course.id_} course={course} />}
      offer={<CourseSideCard course={course} seenAs={seenAs} />}
    />
  )
}
