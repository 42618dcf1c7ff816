import { useRef, useState } from 'react'
import { Notice } from '#web/notice.tsx'
import { playOn } from '#web/play-on.ts'
import { isPastCompletion } from '../learning.rules.ts'

type LecturePlayerProps = {
  lecture: { lecture_name: string; videoURL: string | null; captionsURL: string | null; posterURL: string | null }
  /** Called once when playback has passed 80 % of the video; called again later when it failed. */
  onPastCompletion: () => Promise<void>
}

/** The lecture's video with its captions; plays by itself, offers no download. */
export function LecturePlayer({ lecture, onPastCompletion }: LecturePlayerProps) {
  // Signed addresses change from one load to the next; what plays must not start anew for that.
  const [{ videoURL, captionsURL, posterURL }] = useState(lecture)
  const [problem, setProblem] = useState<string>()
  const isSaved = useRef(false)

  if (videoURL === null) return <Notice kind="info">This lecture has no video yet.</Notice>

  const watch = async ({ currentTime, duration }: HTMLVideoElement) => {
    if (isSaved.current || !isPastCompletion({ seconds: currentTime, duration })) return
    isSaved.current = true
    try {
      await onPastCompletion()
      setProblem(undefined)
    } catch (error) {
      console.error(error)
      setProblem('Your progress could not be saved. It is tried again while the video plays.')
      setTimeout(() => (isSaved.current = false), 3_000)
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <video
        src={videoURL}
        poster={posterURL ?? undefined}
        aria-label={lecture.lecture_name}
        autoPlay
        controls
        controlsList="nodownload"
        playsInline
        className="aspect-video w-full rounded-card bg-black"
        onTimeUpdate={(event) => void watch(event.currentTarget)}
        onError={({ currentTarget }) => {
          if (!playOn(currentTarget))
            setProblem('The video could not be loaded. Check your connection and reload the page.')
        }}
        onContextMenu={(event) => event.preventDefault()}
      >
        <track kind="captions" src={captionsURL ?? undefined} srcLang="en" label="English" default />
      </video>
      {problem && <Notice kind="error">{problem}</Notice>}
    </div>
  )
}
