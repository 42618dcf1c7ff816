import type { ReactNode } from 'react'
import { pluralize } from '#shared/pluralize.ts'
import type { CourseDetail } from '../courses.contract.ts'
import { CourseSection, Point } from './course-section.tsx'
import { formatDuration } from './format-duration.ts'

/** What learners can do afterward: the first thing to read about a course. */
export function CourseOutcomes({ outcomes }: { outcomes: readonly string[] }) {
  if (outcomes.length === 0) return null
  return (
    <CourseSection id="outcomes" title="What you’ll learn">
      <ul className="grid list-none gap-x-8 gap-y-3 lg:grid-cols-2">
        {outcomes.map((outcome) => (
          <Point key={outcome} icon="check">
            {outcome}
          </Point>
        ))}
      </ul>
    </CourseSection>
  )
}

export function CourseFacts({ course }: { course: CourseDetail }) {
  const { audience, level, study_minutes: minutes, updated_in: updatedIn } = course
  return (
    <dl className="grid gap-x-8 gap-y-4 border-y border-line py-5 text-sm sm:grid-cols-2">
      {audience !== '' && <Fact term="Who it’s for">{audience}</Fact>}
      {minutes.total > 0 && (
        <Fact term="Total study time">
          <strong className="font-semibold">About {formatDuration(minutes.total * 60)}</strong>
          <span className="text-muted">
            :{' '}
            {getFacts(course).map((part, index, all) => (
              <span key={part} className="inline-block">
                {part}
                {index < all.length - 1 && ','}
                {'\u00A0'}
              </span>
            ))}
          </span>
        </Fact>
      )}
      {level !== '' && <Fact term="Level">{level}</Fact>}
      <Fact term="Updated">{updatedIn}</Fact>
    </dl>
  )
}

function getFacts({ study_minutes: { lectures, handouts, examination }, questions }: CourseDetail): string[] {
  return [
    ...(lectures > 0 ? [`lectures (${formatDuration(lectures * 60)})`] : []),
    ...(handouts > 0 ? [`reading and worksheets (${formatDuration(handouts * 60)})`] : []),
    ...(examination > 0
      ? [`an exam with ${pluralize(questions, 'question')} (${formatDuration(examination * 60)})`]
      : []),
  ]
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="max-w-text">{children}</dd>
    </div>
  )
}
