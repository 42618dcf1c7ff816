import { KINDS, getProductPage } from '#shared/kinds.ts'
import { call } from '#web/client/api.ts'
import { apiContext } from '#web/client/api-context.ts'
import { classes } from '#web/ui/classes.ts'
import { buildBreadcrumbData } from '#web/shell/linked-data.ts'
import { memberLoader, type PendingState, toPending } from '#web/client/load-state.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { redirectToCurrentAddress } from '#features/foundation/products/ui/current-address.ts'
import { ProductHeaderLayout, ProductHeading } from '#features/foundation/products/ui/product-header.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { useIsSignedIn } from '#web/client/session.ts'
import type { Route } from './+types/course.page.ts'
import type { CourseDetail, ShownCourse, readCourse, readCourseAsVisitor } from './courses.contract.ts'
import { buildCourseJsonLd } from './ui/course-json-ld.ts'
import { CourseFacts, CourseOutcomes } from './ui/course-facts.tsx'
import { CourseIncludes } from './ui/course-includes.tsx'
import { CourseLectures } from './ui/course-lectures.tsx'
import { CoursePicture } from './ui/course-picture.tsx'
import { CourseSection } from './ui/course-section.tsx'
import { CourseSideCard } from './ui/course-side-card.tsx'
import { PriceBar } from './ui/price-bar.tsx'
import { CourseCertificate, CourseFaq, CourseSources, CourseInstructor, InstructorLine } from './ui/course-trust.tsx'

export async function loader({ context, params: { id } }: Route.LoaderArgs): Promise<PendingState<ShownCourse>> {
  const call = context.get(apiContext)
  const course = await call<typeof readCourseAsVisitor>('GET /Academy/api/course/:id/notAuthenticated/', {
    params: { id },
  })
  return toPending(toPageView(redirectToCurrentAddress('course', id, course)))
}

/** Returns only what the page shows, because every visitor downloads it. */
function toPageView({ course_full_description: _text, sources: _sources, ...course }: CourseDetail): ShownCourse {
  const lectures = course.lectures.map((lecture) => ({
    id: lecture.id,
    name: lecture.lecture_name,
    html: lecture.lecture_description_html,
    seconds: lecture.seconds,
    parts: lecture.sub_lecture.map(({ sub_lecture_title: title }) => title),
    files: lecture.attachments.map(({ file_name: name }) => name),
  }))
  return { ...course, lectures }
}

/** For members, loads whether they have access to the course. */
export const clientLoader = memberLoader(
  async ({ params: { id }, request: { signal } }: Route.ClientLoaderArgs): Promise<ShownCourse> =>
    toPageView(await call<typeof readCourse>('GET /Academy/api/course/:id/', { params: { id }, signal })),
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
    <div>
      <div className="page-width pt-6 sm:pt-12">
        <div className="grid grid-cols-1 gap-x-14 gap-y-6 sm:gap-y-10 md:grid-cols-[minmax(0,1fr)_22.5rem]">
          <header className="flex flex-col gap-4 sm:gap-7">
            <ProductHeaderLayout
              words={<ProductHeading title={course.course_name} text={course.course_short_description} />}
              picture={<CoursePicture key={course.id_} course={course} />}
            />
            {course.teacher && <InstructorLine teacher={course.teacher} />}
          </header>
          <aside className="md:row-span-2">
            {/* With a card form, the column is taller than most screens, so it must not be sticky. */}
            <div className={classes('flex flex-col gap-6', !paysHere && 'md:sticky md:top-22')}>
              <CourseSideCard course={course} seenAs={seenAs} />
              <CourseIncludes course={course} />
            </div>
          </aside>
          <div className="flex flex-col gap-12 max-sm:mt-4">
            <CourseOutcomes outcomes={course.outcomes} />
            <CourseFacts course={course} />
            <CourseSection id="about" title="About this course">
              <Prose html={course.course_full_description_html} />
            </CourseSection>
            <CourseLectures lectures={course.lectures} sample={course.sample} />
            {course.teacher && <CourseInstructor teacher={course.teacher} />}
            <CourseCertificate says={course.certificate} />
            <CourseFaq asked={course.common_questions} />
            <CourseSources sources={course.citations} />
          </div>
        </div>
      </div>
      {isOffered && <PriceBar price={course.price} action="Buy Course" everywhere={paysHere} />}
    </div>
  )
}
