import { type ReactNode, type RefCallback, useRef, useState } from 'react'
import { Player, type Recording } from '#features/foundation/playback/ui/player.tsx'
import { useMediaEvents } from '#features/foundation/playback/ui/use-media-events.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { LectureDetail } from '../study.contract.ts'
import { isPastCompletion } from '../study.rules.ts'

type Course = { course_name: string; imageURL: string | null }

type LecturePlayerProps = {
  course: Course
  lecture: LectureDetail
  startAt: number
  /** Plays immediately, because the user got here with a click. */
  goesOn: boolean
  media: HTMLMediaElement | null
  onMedia: RefCallback<HTMLMediaElement>
  /** Loads the lecture again, because its media URLs expire. */
  renew: () => Promise<LectureDetail>
  /** Called when playback has passed 80% of the recording, and again if that call failed. */
  onPastCompletion: () => Promise<void>
  over: ReactNode
}

/** The lecture's recording; playing past 80% completes the lecture. */
export function LecturePlayer({
  course,
  lecture,
  startAt,
  goesOn,
  media,
  onMedia,
  renew,
  onPastCompletion,
  over,
}: LecturePlayerProps) {
  const [problem, setProblem] = useState<string>()
  const isSaved = useRef(false)

  const watch = async ({ currentTime, duration }: HTMLMediaElement) => {
    if (isSaved.current || !isPastCompletion({ seconds: currentTime, duration })) return
    isSaved.current = true
    try {
      await onPastCompletion()
      setProblem(undefined)
    } catch (error) {
      console.error(error)
      setProblem('We couldn’t save your progress. We’ll keep trying while it plays.')
      setTimeout(() => (isSaved.current = false), 3_000)
    }
  }
  useMediaEvents(media, ['timeupdate'], () => media && void watch(media))

  const recording = toRecording(course, lecture, { startAt, goesOn })
  if (!recording) return <Notice kind="info">This lecture has no video yet.</Notice>
  return (
    <div className="flex flex-col gap-3">
      <Player
        recording={recording}
        media={media}
        onMedia={onMedia}
        renew={async () => toRecording(course, await renew(), { startAt, goesOn })}
        over={over}
      />
      {problem && <Notice kind="error">{problem}</Notice>}
    </div>
  )
}

type PlaybackStart = Required<Pick<Recording, 'startAt' | 'goesOn'>>

function toRecording(course: Course, lecture: LectureDetail, beginning: PlaybackStart): Recording | undefined {
  const {
    videoId: fileId,
    videoURL: url,
    captionsURL: captionsUrl,
    posterURL: posterUrl,
    lecture_name: title,
  } = lecture
  if (url === null) return undefined
  return {
    kind: lecture.kind === 'audio' ? 'audio' : 'video',
    fileId,
    title,
    url,
    captionsUrl,
    posterUrl,
    album: course.course_name,
    coverUrl: course.imageURL,
    ...beginning,
  }
}
