import { pageAddress } from '#shared/pages.ts'
import { Fragment, useState, type ComponentProps, useEffect } from 'react'
import { LectureNotes } from '#features/learning/notes/ui/lecture-notes.tsx'
import { parseMoment } from '#features/foundation/playback/ui/moment.ts'
import { FITS_LOW_SCREENS } from '#features/foundation/playback/ui/video-size.ts'
import { discussionActions } from '#features/community/discussions/ui/discussion-actions.ts'
import { noteActions } from '#features/learning/notes/ui/note-actions.ts'
import { defineActions } from '#web/client/actions.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextSkeleton } from '#web/ui/skeletons.tsx'
import { getCourseLinks } from '#features/catalog/courses/ui/course-links.ts'
import { DarkTheme } from '#features/foundation/playback/ui/dark-theme.tsx'
import { completeLecture, LECTURE_HANDLE, type OpenedLecture, openLecture, readLecture } from './ui/lecture-api.ts'
import { LECTURE_HEAD_CLASS, LECTURE_TITLE_CLASS, LectureLayout } from './ui/lecture-layout.tsx'
import { OutlineSkeleton } from './ui/outline-skeleton.tsx'
import { WatchedLecture } from './ui/watched-lecture.tsx'
import type { Route } from './+types/lecture.page.ts'
import '#web/ui/members.css'

type Discussions = typeof import('#features/community/discussions/ui/lecture-discussions.tsx').LectureDiscussions

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const opened = loaderData?.view
  return pageMeta(matches, {
    title: opened?.lecture.lecture_name ?? 'Lecture',
    ...(opened && {
      path: pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug/', {
        slugOrPurchaseId: opened.course.id,
        lectureSlug: opened.lecture.id,
      }),
    }),
    isPersonal: true,
  })
}

/** `?at=40` starts at that time; otherwise, playback resumes where the member stopped. */
export const clientLoader = memberLoader(
  ({ params, request: { signal, url } }: Route.ClientLoaderArgs) =>
    openLecture(params, { signal, at: parseMoment(new URL(url).search) }),
  { reasons: ['disputed', 'offline'] },
)

export const handle = LECTURE_HANDLE

export const clientAction = defineActions(noteActions, discussionActions)

export function HydrateFallback() {
  return (
    <DarkTheme>
      <LectureLayout
        className="fade-in-late"
        film={
          <div role="status">
            <h1 className="sr-only">Loading...</h1>
            <div className={LECTURE_HEAD_CLASS}>
              <Skeleton className="mt-2.5 mb-4.5 h-6 w-56" />
              <TextSkeleton lines={['w-72', 'w-3/5 sm:hidden']} className={LECTURE_TITLE_CLASS} />
            </div>
            <Skeleton className={`aspect-video w-full rounded-card ${FITS_LOW_SCREENS}`} />
            <Skeleton className="mt-3 h-11 w-64" />
            <TextSkeleton lines={['w-full', 'w-2/3']} className="mt-5" />
          </div>
        }
        outline={<OutlineSkeleton isInLecture />}
        words={
          <>
            <TextSkeleton lines={['w-40']} className="mb-3 text-xl" />
            <Skeleton className="h-91.5 rounded-card" />
          </>
        }
        discussions={null}
      />
    </DarkTheme>
  )
}

export default function LecturePage({ loaderData, params }: Route.ComponentProps) {
  // A text is read, so it has the colors of other pages.
  const Frame = loaderData.view?.lecture.kind === 'text' ? Fragment : DarkTheme
  return (
    <Frame>
      <LoadedPage loaded={loaderData}>
        {/* Keyed by lecture, so that each player has its own progress. */}
        {(opened) => <Lecture key={`${params.slugOrPurchaseId}/${params.lectureSlug}`} {...opened} />}
      </LoadedPage>
    </Frame>
  )
}

function Lecture({ notes, ...opened }: OpenedLecture) {
  const { course, lecture } = opened
  const place = { slugOrPurchaseId: course.id, lectureSlug: lecture.id }
  return (
    <WatchedLecture
      {...opened}
      links={getCourseLinks(course.id)}
      renew={() => readLecture(place)}
      onComplete={() => completeLecture(place)}
      renderNotes={(media) => (
        <LectureNotes
          course={course}
          lectureId={lecture.id}
          media={media}
          isTimed={lecture.kind !== 'text'}
          loaded={notes}
        />
      )}
      renderDiscussions={(media) => <LazyDiscussions courseId={course.id} lectureId={lecture.id} media={media} />}
    />
  )
}

/** If the script can't be loaded, the lecture works without it, and the next lecture tries again. */
function LazyDiscussions(props: ComponentProps<Discussions>) {
  const [Part, setPart] = useState<Discussions>()
  useEffect(() => {
    import('#features/community/discussions/ui/lecture-discussions.tsx').then(
      ({ LectureDiscussions }) => setPart(() => LectureDiscussions),
      console.error,
    )
  }, [])
  return Part && <Part {...props} />
}
