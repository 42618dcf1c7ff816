import { useState } from 'react'
import { useMediaEvents } from '#features/playback/ui/use-media-events.ts'
import { Button, ButtonLink } from '#web/button.tsx'
import { NextStep } from '#web/next-step.tsx'

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
        <section aria-label="What comes next" className="mt-3">
          <NextStep
            lead={next ? 'Next lecture' : 'That was the last lecture'}
            title={next ? next.lecture_name : 'Ready for the examination?'}
          >
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
          </NextStep>
        </section>
      )}
    </div>
  )
}
