import { type ComponentProps, type ReactNode, useState } from 'react'
import type { CourseLinks } from '#features/catalog/courses/ui/course-links.ts'
import { LawChangeList } from '#features/catalog/law-review/ui/law-change-list.tsx'
import { LectureLaw } from '#features/catalog/law/ui/lecture-law.tsx'
import { Transcript } from '#features/foundation/playback/ui/transcript.tsx'
import { useAtEnd } from '#features/foundation/playback/ui/use-at-end.ts'
import { useMediaEvents } from '#features/foundation/playback/ui/use-media-events.ts'
import { useShouldAutoplay } from '#web/client/navigation-state.ts'
import { Prose } from '#web/ui/prose.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { LectureDetail } from '../study.contract.ts'
import { CourseOutline } from './course-outline.tsx'
import { LectureEnd, LectureEndAnnouncement } from './lecture-end.tsx'
import { LECTURE_HEAD_CLASS, LECTURE_TITLE_CLASS, LectureLayout, NextLecture } from './lecture-layout.tsx'
import { LecturePlayer } from './lecture-player.tsx'
import { CompleteButton, LectureText } from './lecture-text.tsx'
import { PracticeQuestions } from './practice-questions.tsx'

type OutlineProps = ComponentProps<typeof CourseOutline>

type WatchedLectureProps = Pick<OutlineProps, 'renderFile'> & {
  course: OutlineProps['course'] & { course_name: string; imageURL: string | null }
  lecture: LectureDetail
  startAt: number
  certificateId?: string | undefined
  hasEarned?: boolean
  links: CourseLinks
  /** Loads the lecture again, because its media URLs expire. */
  renew: () => Promise<LectureDetail>
  /** Completes the lecture and returns the course's progress. */
  onComplete: () => Promise<number>
  renderNotes: (media: HTMLMediaElement | null) => ReactNode
  renderDiscussions: (media: HTMLMediaElement | null) => ReactNode
}

/** The page of a lecture. The preview of a draft renders the same. */
export function WatchedLecture({
  course: loaded,
  lecture,
  startAt,
  certificateId,
  hasEarned = false,
  links,
  renderFile,
  renew,
  onComplete,
  renderNotes,
  renderDiscussions,
}: WatchedLectureProps) {
  const [media, setMedia] = useState<HTMLMediaElement | null>(null)
  // Discussions load after the video can play or has failed.
  const [isAtRest, setAtRest] = useState(lecture.videoURL === null)
  useMediaEvents(media, ['canplay', 'error'], () => setAtRest(true))
  const goesOn = useShouldAutoplay()
  const [saved, setSaved] = useState<number>()
  const [isPlayedToEnd, keepPlayer] = useAtEnd(media)
  const [isRead, setRead] = useState(false)
  const isText = lecture.kind === 'text'
  const isAtEnd = isText ? isRead : isPlayedToEnd
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
  const isCompleted = course.lectures.some(({ id, is_completed: is }) => id === lecture.id && is)
  const next = course.lectures[course.lectures.findIndex(({ id }) => id === lecture.id) + 1]
  const ended = { course, lectureId: lecture.id, certificateId, hasEarned, links }

  return (
    <LectureLayout
      film={
        <>
          <div className={LECTURE_HEAD_CLASS}>
            <BackLink to={links.course}>{course.course_name}</BackLink>
            <h1 className={LECTURE_TITLE_CLASS}>{lecture.lecture_name}</h1>
          </div>
          {!isText && (
            <LecturePlayer
              course={course}
              lecture={lecture}
              startAt={startAt}
              goesOn={goesOn}
              media={media}
              onMedia={setMedia}
              renew={renew}
              onPastCompletion={async () => setSaved(await onComplete())}
              over={
                isPlayedToEnd && <LectureEnd {...ended} hasPractice={lecture.practice.length > 0} onStay={keepPlayer} />
              }
            />
          )}
          <LectureEndAnnouncement {...ended} isAtEnd={isAtEnd} />
          <Prose html={lecture.lecture_description_html} className="mt-5" />
          {lecture.lecture_text_html !== undefined && (
            <LectureText html={lecture.lecture_text_html} minutes={lecture.reading_minutes} />
          )}
          {isText && (
            <CompleteButton
              isCompleted={saved !== undefined || isCompleted}
              onComplete={async () => {
                setSaved(await onComplete())
                setRead(true)
              }}
            />
          )}
          {isText && isRead && (
            <div className="mt-3 grid overflow-hidden rounded-card">
              <LectureEnd
                {...ended}
                hasPractice={lecture.practice.length > 0}
                takesFocus
                onStay={() => setRead(false)}
              />
            </div>
          )}
          {lecture.law && <LectureLaw law={lecture.law} />}
          <LawChangeList changes={lecture.changes} />
        </>
      }
      outline={
        <CourseOutline
          course={course}
          open={lecture.id}
          watching={lecture.id}
          isAtEnd={isAtEnd}
          links={links}
          {...(renderFile && { renderFile })}
        />
      }
      words={
        <>
          {lecture.captionsURL !== null && <Transcript media={media} />}
          {renderNotes(media)}
          {lecture.practice.length > 0 && <PracticeQuestions questions={lecture.practice} media={media} />}
          {next && <NextLecture to={links.getLecture(next.id)} name={next.lecture_name} />}
        </>
      }
      discussions={isAtRest && renderDiscussions(media)}
    />
  )
}
