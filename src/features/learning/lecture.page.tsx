import { useState } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '#web/button.tsx'
import { call } from '#web/api.ts'
import { pageMeta } from '#web/page-meta.ts'
import { PermissionPage } from '#web/permission-page.tsx'
import { Skeleton } from '#web/skeleton.tsx'
import { storedToken, useIsSignedIn } from '#web/session.ts'
import type { takeCourse, updateProgress, watchLecture } from './learning.contract.ts'
import { CourseOutline } from './ui/course-outline.tsx'
import { LecturePlayer } from './ui/lecture-player.tsx'
import type { Route } from './+types/lecture.page.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, { title: loaderData?.lecture.lecture_name ?? 'Lecture', isPersonal: true })

export async function clientLoader({ params: { id1, id2 }, request: { signal } }: Route.ClientLoaderArgs) {
  if (storedToken() === undefined) return undefined
  try {
    const [course, lecture] = await Promise.all([
      call<typeof takeCourse>('GET /Academy/api/take/course/:id/', { params: { id: id1 }, signal }),
      call<typeof watchLecture>('GET /Academy/api/course/:id1/lecture/:id2/', { params: { id1, id2 }, signal }),
    ])
    return { course, lecture }
  } catch (error) {
    console.error(error)
    return undefined
  }
}

export function HydrateFallback() {
  return (
    <div data-theme="dark" className="bg-paper text-ink">
      <div className="page-width grid gap-8 py-8 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]" role="status">
        <span className="sr-only">Loading...</span>
        <Skeleton className="hidden h-96 rounded-card md:block" />
        <Skeleton className="aspect-video rounded-card" />
      </div>
    </div>
  )
}

export default function LecturePage({ loaderData, params }: Route.ComponentProps) {
  const isSignedIn = useIsSignedIn()
  // Whose session has ended meanwhile comes back here after the login.
  if (!loaderData) return <PermissionPage offerLogin={!isSignedIn} />
  // Another lecture is another player: its progress is its own.
  return <WatchedLecture key={params.id2} {...loaderData} />
}

type Loaded = NonNullable<Awaited<ReturnType<typeof clientLoader>>>

function WatchedLecture({ course: loaded, lecture }: Loaded) {
  const [saved, setSaved] = useState<number>()
  const course =
    saved === undefined
      ? loaded
      : {
          ...loaded,
          lectureProgress: saved,
          lectures: loaded.lectures.map((other) =>
            other.id === lecture.id ? { ...other, is_completed: true } : other,
          ),
        }
  const place = course.lectures.findIndex(({ id }) => id === lecture.id)
  const next = course.lectures[place + 1]

  const saveProgress = async () => {
    const params = { id1: course.id, id2: lecture.id }
    const reply = await call<typeof updateProgress>('POST /Academy/api/course/:id1/lecture/:id2/update/progress/', {
      params,
    })
    setSaved(reply.lectureProgress)
  }

  return (
    <div data-theme="dark" className="bg-paper text-ink">
      <div className="page-width grid gap-8 py-6 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] md:py-10">
        <article className="md:order-last">
          <p className="mb-3 text-sm">
            <Link to={`/MyAcademy/${course.id}`} className="inline-block py-1 text-link">
              {course.course_name}
            </Link>
          </p>
          <LecturePlayer lecture={lecture} onPastCompletion={saveProgress} />
          <h1 className="mt-6 mb-3 text-2xl">{lecture.lecture_name}</h1>
          <p className="mb-6 max-w-text">{lecture.lecture_description}</p>
          {next && (
            <ButtonLink to={`/MyAcademy/${course.id}/Lecture/${next.id}/`} variant="quiet">
              Next lecture: {next.lecture_name}
            </ButtonLink>
          )}
        </article>
        <section aria-label="Lectures">
          <CourseOutline course={course} open={lecture.id} watching={lecture.id} />
        </section>
      </div>
    </div>
  )
}
