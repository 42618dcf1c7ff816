import { type PageAddress, pageAddress } from '#shared/pages.ts'
import type { CourseLinks } from '#features/catalog/courses/ui/course-links.ts'
import { describeEarnedCertificate } from '#features/credentials/certificates/ui/earned-certificate.tsx'
import { VideoOverlay, useAutoFocusLink } from '#features/foundation/playback/ui/video-overlay.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { LectureListItem } from '../study.contract.ts'
import { getNextStep } from '../study.rules.ts'

type LectureEndState = {
  course: {
    id: string
    course_name: string
    lectures: readonly LectureListItem[]
    exam?: 'none' | undefined
    gives_certificate?: boolean | undefined
  }
  lectureId: string
  certificateId: string | undefined
  hasEarned: boolean
  links: CourseLinks
}

type LectureEndProps = LectureEndState & {
  hasPractice: boolean
  /** Whether the next step gets the focus, because the button for completing the lecture is gone. */
  takesFocus?: boolean
  onStay: () => void
}

/**
 * An overlay at the end of a lecture that links to the next lecture, the first incomplete one, or the exam. Doesn't
 * advance by itself.
 */
export function LectureEnd({ hasPractice, takesFocus = false, onStay, ...ended }: LectureEndProps) {
  const { lead, title, to, action, more } = getEndText(ended)
  const way = useAutoFocusLink(takesFocus)
  return (
    <VideoOverlay label="Up next" lead={lead} title={title}>
      <ButtonLink ref={way} to={to} variant="study">
        {action}
      </ButtonLink>
      {more && (
        <ButtonLink to={more.to} variant="quiet">
          {more.action}
        </ButtonLink>
      )}
      {hasPractice && (
        <Button variant="quiet" onClick={scrollToPractice}>
          Practice questions
        </Button>
      )}
      <Button variant="quiet" onClick={onStay}>
        Stay here
      </Button>
    </VideoOverlay>
  )
}

function scrollToPractice(): void {
  document.getElementById('check-yourself')?.focus()
}

/** Announces the end of a lecture to screen readers. */
export function LectureEndAnnouncement({ isAtEnd, ...ended }: LectureEndState & { isAtEnd: boolean }) {
  const { lead, title } = getEndText(ended)
  return (
    <p role="status" className="sr-only">
      {isAtEnd && `The lecture has ended. ${lead}${lead === NEXT_LECTURE ? ':' : '.'} ${title}`}
    </p>
  )
}

const NEXT_LECTURE = 'Next lecture'

type EndText = {
  lead: string
  title: string
  to: PageAddress
  action: string
  more?: { to: PageAddress; action: string }
}

function getEndText({
  course: { id, course_name, lectures, exam, gives_certificate: givesCertificate },
  lectureId,
  certificateId,
  hasEarned,
  links,
}: LectureEndState): EndText {
  const listed = lectures.map(({ id: slug, lecture_name, is_completed }) => ({
    id: slug,
    name: lecture_name,
    isCompleted: is_completed,
  }))
  const step = getNextStep(listed, lectureId)
  if (step.to === 'examination' && certificateId !== undefined)
    return {
      lead: 'Course completed',
      title: 'You have your certificate',
      to: pageAddress('/Certificate/:id', { id: certificateId }),
      action: 'View the certificate',
      more: { to: '/MyAcademy/', action: 'Next course' },
    }
  if (step.to === 'examination' && hasEarned) {
    const earned = describeEarnedCertificate({ course_id: id, course_name })
    return { lead: exam ? 'All lectures complete' : 'Exam passed', ...earned }
  }
  if (step.to === 'examination' && exam)
    return {
      lead: 'All lectures complete',
      title: givesCertificate ? 'Your certificate is on its way' : 'You completed this course',
      to: '/MyAcademy/',
      action: 'Go to My Academy',
    }
  if (step.to === 'examination')
    return {
      lead: 'All lectures complete',
      title: 'Ready for the exam?',
      to: links.exam,
      action: 'Take the Examination',
    }
  const { name: title, id: next } = step.lecture
  const to = links.getLecture(next)
  if (step.to === 'next') return { lead: NEXT_LECTURE, title, to, action: 'Go to the next lecture' }
  const lead = step.left === 1 ? '1 lecture left' : `${step.left} lectures left`
  return { lead, title: `Next: ${title}`, to, action: `Go to lecture ${step.number}` }
}
