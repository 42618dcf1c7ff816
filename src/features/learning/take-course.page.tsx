import type { ReactNode } from 'react'
import { call } from '#web/api.ts'
import { Disclosure } from '#web/disclosure.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { PermissionPage } from '#web/permission-page.tsx'
import { Picture } from '#web/picture.tsx'
import { Prose } from '#web/prose.tsx'
import { Skeleton } from '#web/skeleton.tsx'
import { storedToken, useIsSignedIn } from '#web/session.ts'
import { BackLink } from '#web/text-link.tsx'
import type { takeCourse } from './learning.contract.ts'
import { CourseOutline } from './ui/course-outline.tsx'
import { OutlineSkeleton } from './ui/outline-skeleton.tsx'
import type { Route } from './+types/take-course.page.ts'

const ABOUT = 'About this course'

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
    <CoursePlaces
      outline={<OutlineSkeleton />}
      course={
        <>
          <div role="status">
            <h1 className="sr-only">Loading...</h1>
          </div>
          <Skeleton className="mb-6 aspect-video rounded-card" />
          <Skeleton className="h-9 w-3/4" />
          <Skeleton className="mt-4 h-5 max-w-text" />
          <Skeleton className="mt-3 h-5 w-1/2" />
          <div className="mt-10 hidden max-w-text flex-col gap-3 md:flex">
            <Skeleton className="mb-2 h-8 w-60" />
            <Skeleton />
            <Skeleton />
            <Skeleton />
            <Skeleton className="h-5 w-4/5" />
          </div>
        </>
      }
    />
  )
}

function CoursePlaces({ outline, course }: { outline: ReactNode; course: ReactNode }) {
  return (
    <div className="page-width pt-4 sm:pt-6">
      <BackLink to="/MyAcademy/">My Academy</BackLink>
      <div className="grid grid-cols-1 gap-10 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <section aria-label="Lectures">{outline}</section>
        <article className="order-first md:order-none">{course}</article>
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
    <CoursePlaces
      outline={<CourseOutline course={course} open={open} />}
      course={
        <>
          <Picture
            images={course.images}
            src={course.imageURL}
            alt=""
            sizes="(min-width: 900px) 45rem, 100vw"
            eager
            className="mb-6 rounded-card"
          />
          <h1 className="text-2xl">{course.course_name}</h1>
          <p className="mt-3 max-w-text text-muted">{course.course_short_description}</p>
          <div className="mt-10 hidden md:block">
            <h2 className="mb-4 text-xl">{ABOUT}</h2>
            <Prose html={course.course_full_description_html} />
          </div>
          <Disclosure label={ABOUT} className="mt-4 md:hidden">
            <Prose html={course.course_full_description_html} className="pt-2" />
          </Disclosure>
        </>
      }
    />
  )
}
