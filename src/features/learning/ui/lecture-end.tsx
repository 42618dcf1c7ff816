import { useState } from 'react'
import { useMediaEvents } from '#features/playback/ui/use-media-events.ts'
import { Button, ButtonLink } from '#web/button.tsx'

type LectureEndProps = {
  media: HTMLMediaElement | null
  courseId: string
  /** Undefined after the last one. */
  next: { id: string; lecture_name: string } | undefined
}

/** At the end of a lecture: the way to the next one, or to the examination. Nothing goes on by itself. */
export function LectureEnd({ media, courseId, next }: LectureEndProps) {
  const [isShown, setShown] = useState(false)
  useMediaEvents(media, ['play', 'seeking'], () => setShown(false))
  useMediaEvents(media, ['ended'], () => {
    setShown(true)
    // It would stand behind the video.
    if (document.fullscreenElement === media && media) void document.exitFullscreen()
  })
  return (
    <div role="status">
      {isShown && (
        <section
          aria-label="What comes next"
          className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-5"
        >
          <div className="min-w-48 flex-1">
            <p className="text-sm text-muted">{next ? 'Next lecture' : 'That was the last lecture'}</p>
            <p className="font-serif text-lg font-semibold">
              {next ? next.lecture_name : 'Ready for the examination?'}
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            {next ? (
              <ButtonLink to={`/MyAcademy/${courseId}/Lecture/${next.id}/`}>Go to the next lecture</ButtonLink>
            ) : (
              <ButtonLink to={`/Examination/${courseId}`} variant="study">
                Go to the examination
              </ButtonLink>
            )}
            <Button variant="quiet" onClick={() => setShown(false)}>
              Stay here
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}
