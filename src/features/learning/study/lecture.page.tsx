import { pageAddress } from '#shared/pages.ts'
import { useState, type ComponentProps, useEffect } from 'react'
import { LectureNotes } from '#features/learning/notes/ui/lecture-notes.tsx'
import { LawChangeList } from '#features/catalog/law-review/ui/law-change-list.tsx'
import { LectureLaw } from '#features/catalog/law/ui/lecture-law.tsx'
import { parseMoment } from '#features/foundation/playback/ui/moment.ts'
import { Transcript } from '#features/foundation/playback/ui/transcript.tsx'
import { useAtEnd } from '#features/foundation/playback/ui/use-at-end.ts'
import { FITS_LOW_SCREENS } from '#features/foundation/playback/ui/video-size.ts'
import { useMediaEvents } from '#features/foundation/playback/ui/use-media-events.ts'
import { getOwnerPage } from '#shared/kinds.ts'
import { useShouldAutoplay } from '#web/client/navigation-state.ts'
import { discussionActions } from '#features/community/discussions/ui/discussion-actions.ts'
import { noteActions } from '#features/learning/notes/ui/note-actions.ts'
import { defineActions } from '#web/client/actions.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { TextSkeleton } from '#web/ui/skeletons.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import { PracticeQuestions } from './ui/practice-questions.tsx'
import { getCourseLinks } from '#features/catalog/courses/ui/course-links.ts'
import { CourseOutline } from './ui/course-outline.tsx'
import { DarkTheme } from '#features/foundation/playback/ui/dark-theme.tsx'
import { completeLecture, LECTURE_HANDLE, type OpenedLecture, openLecture, readLecture } from './ui/lecture-api.ts'
import { LectureEnd, LectureEndAnnouncement } from './ui/lecture-end.tsx'
import { LECTURE_HEAD_CLASS, LECTURE_TITLE_CLASS, LectureLayout, NextLecture } from './ui/lecture-layout.tsx'
import { LecturePlayer } from './ui/lecture-player.tsx'
import { OutlineSkeleton } from './ui/outline-skeleton.tsx'
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
  return (
    <DarkTheme>
      <LoadedPage loaded={loaderData}>
        {/* Keyed by lecture, so that each player has its own progress. */}
        {(opened) => <WatchedLecture key={`${params.slugOrPurchaseId}/${params.lectureSlug}`} {...opened} />}
      </LoadedPage>
    </DarkTheme>
  )
}

function WatchedLecture({ course: loaded, lecture, startAt, certificateId, hasEarned, notes }: OpenedLecture) {
  const [media, setMedia] = useState<HTMLMediaElement | null>(null)
  // Discussions load after the video can play or has failed.
  const [isAtRest, setAtRest] = useState(lecture.videoURL === null)
  useMediaEvents(media, ['canplay', 'error'], () => setAtRest(true))
  const goesOn = useShouldAutoplay()
  const [saved, setSaved] = useState<number>()
  const [isAtEnd, stayHere] = useAtEnd(media)
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
  const next = course.lectures[course.lectures.findIndex(({ id }) => id === lecture.id) + 1]

  const place = { slugOrPurchaseId: course.id, lectureSlug: lecture.id }
  const saveProgress = async () => {
    setSaved(await completeLecture(place))
  }

  return (
    <LectureLayout
      film={
        <>
          <div className={LECTURE_HEAD_CLASS}>
            <BackLink to={getOwnerPage('course', course.id)}>{course.course_name}</BackLink>
            <h1 className={LECTURE_TITLE_CLASS}>{lecture.lecture_name}</h1>
          </div>
          <LecturePlayer
            course={course}
            lecture={lecture}
            startAt={startAt}
            goesOn={goesOn}
            media={media}
            onMedia={setMedia}
            renew={() => readLecture(place)}
            onPastCompletion={saveProgress}
            over={
              isAtEnd && (
                <LectureEnd
                  course={course}
                  lectureId={lecture.id}
                  certificateId={certificateId}
                  hasEarned={hasEarned}
                  hasPractice={lecture.practice.length > 0}
                  onStay={stayHere}
                />
              )
            }
          />
          <LectureEndAnnouncement
            course={course}
            lectureId={lecture.id}
            certificateId={certificateId}
            hasEarned={hasEarned}
            isAtEnd={isAtEnd}
          />
          <Prose html={lecture.lecture_description_html} className="mt-5" />
          {lecture.law && <LectureLaw law={lecture.law} />}
          <LawChangeList changes={lecture.changes} />
        </>
      }
      outline={<CourseOutline course={course} open={lecture.id} watching={lecture.id} isAtEnd={isAtEnd} />}
      words={
        <>
          {lecture.captionsURL !== null && <Transcript media={media} />}
          <LectureNotes course={course} lectureId={lecture.id} media={media} loaded={notes} />
          {lecture.practice.length > 0 && <PracticeQuestions questions={lecture.practice} media={media} />}
          {next && <NextLecture to={getCourseLinks(course.id).getLecture(next.id)} name={next.lecture_name} />}
        </>
      }
      discussions={isAtRest && <LazyDiscussions courseId={course.id} lectureId={lecture.id} media={media} />}
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
