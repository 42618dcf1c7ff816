import { pageAddress } from '#shared/pages.ts'
import { useState } from 'react'
import { useMediaEvents } from '#features/playback/ui/use-media-events.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { NextStep } from '#web/ui/next-step.tsx'
import type { LectureInCourse } from '../learning.contract.ts'
import { stepAfter } from '../learning.rules.ts'

type LectureEndProps = {
  isShown: boolean
  onStay: () => void
  course: { id: string; lectures: readonly LectureInCourse[] }
  lectureId: string
}

/** Whether the lecture stands at its end, and how to stay there: until it plays again. */
export function useLectureEnd(media: HTMLMediaElement | null) {
  const [isAtEnd, setAtEnd] = useState(false)
  useMediaEvents(media, ['play', 'seeking'], () => setAtEnd(false))
  useMediaEvents(media, ['ended'], () => {
    setAtEnd(true)
    // What comes next would stand behind the video.
    if (document.fullscreenElement === media && media) void document.exitFullscreen()
  })
  return [isAtEnd, () => setAtEnd(false)] as const
}

/** At the end of a lecture: the way to the next one, or to what is still open, or to the examination. Nothing goes on by itself. */
export function LectureEnd({ isShown, onStay, course, lectureId }: LectureEndProps) {
  const { lead, title, to, action } = wordsFor(course, lectureId)
  return (
    <div role="status">
      {isShown && (
        <section aria-label="What comes next" className="mt-3">
          <NextStep lead={lead} title={title}>
            <ButtonLink to={to} variant="study">
              {action}
            </ButtonLink>
            <Button variant="quiet" onClick={onStay}>
              Stay here
            </Button>
          </NextStep>
        </section>
      )}
    </div>
  )
}

function wordsFor({ id, lectures }: LectureEndProps['course'], lectureId: string) {
  const told = lectures.map(({ id: slug, lecture_name, is_completed }) => ({
    id: slug,
    name: lecture_name,
    isCompleted: is_completed,
  }))
  const step = stepAfter(told, lectureId)
  if (step.to === 'examination')
    return {
      lead: 'All lectures completed',
      title: 'Ready for the examination?',
      to: pageAddress('/Examination/:id', { id }),
      action: 'Take the Examination',
    }
  const { name: title, id: next } = step.lecture
  const to = pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug/', {
    slugOrPurchaseId: id,
    lectureSlug: next,
  })
  if (step.to === 'next') return { lead: 'Next lecture', title, to, action: 'Go to the next lecture' }
  const lead = step.left === 1 ? '1 lecture is left' : `${step.left} lectures are left`
  return { lead, title: `Next: ${title}`, to, action: `Go to lecture ${step.number}` }
}
