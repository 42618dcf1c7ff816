import { call } from '#web/api.ts'
import { Disclosure } from '#web/disclosure.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { PermissionPage } from '#web/permission-page.tsx'
import { Picture } from '#web/picture.tsx'
import { Prose } from '#web/prose.tsx'
import { Skeleton } from '#web/skeleton.tsx'
import { storedToken, useIsSignedIn } from '#web/session.ts'
import type { takeCourse } from './learning.contract.ts'
import { CourseOutline } from './ui/course-outline.tsx'
import type { Route } from './+types/take-course.page.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, { title: loaderData?.course.course_name ?? 'Take Course', isPersonal: true })

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  if (storedToken() === undefined) return undefined
  try {
    const course = await call<typeof takeCourse>('GET /Academy/api/take/course/:id/', {
      params: { id: params.id },
      signal: request.signal,
    })
    // `?lecture=2` opens the second lecture; otherwise the first is open.
    const asked = Number(new URL(request.url).searchParams.get('lecture') ?? 1)
    return { course, open: (course.lectures[asked - 1] ?? course.lectures[0])?.id }
  } catch (error) {
    console.error(error)
    return undefined
  }
}

export function HydrateFallback() {
  return (
    <div
      className="page-width grid grid-cols-1 gap-10 pt-10 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:pt-14"
      role="status"
    >
      <h1 className="sr-only">Loading...</h1>
      <div className="flex flex-col gap-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-72 rounded-card" />
        <Skeleton className="h-11" />
      </div>
      <div className="order-first flex flex-col gap-4 md:order-none">
        <Skeleton className="aspect-video rounded-card" />
        <Skeleton className="h-10 w-3/4" />
        <Skeleton className="h-40" />
      </div>
    </div>
  )
}

export default function TakeCoursePage({ loaderData }: Route.ComponentProps) {
  const isSignedIn = useIsSignedIn()
  // Whose session has ended meanwhile comes back here after the login.
  if (!loaderData) return <PermissionPage offerLogin={!isSignedIn} />
  const { course, open } = loaderData
  return (
    <div className="page-width grid grid-cols-1 gap-10 pt-10 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:pt-14">
      <section aria-label="Lectures">
        <CourseOutline course={course} open={open} />
      </section>
      <article className="order-first md:order-none">
        <Picture
          images={course.images}
          src={course.imageURL}
          alt=""
          sizes="(min-width: 900px) 45rem, 100vw"
          eager
          className="mb-6 rounded-card"
        />
        <h1 className="mb-3">{course.course_name}</h1>
        <p className="mb-4 text-lg text-muted md:mb-6">{course.course_short_description}</p>
        <Prose html={course.course_full_description_html} className="hidden md:block" />
        <Disclosure label="About this course" className="md:hidden">
          <Prose html={course.course_full_description_html} className="pt-2" />
        </Disclosure>
      </article>
    </div>
  )
}
