import type { ReactNode } from 'react'
import type { ShownCourse } from '../courses.contract.ts'
import { CourseSection, Point } from './course-section.tsx'

/** What learners will be able to do after the course. This comes first on the page. */
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

export function CourseFacts({ course: { audience, level, updated_in: updatedIn } }: { course: ShownCourse }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 border-y border-line py-5 text-sm sm:grid-cols-2">
      {audience !== '' && <Fact term="Who it’s for">{audience}</Fact>}
      {level !== '' && <Fact term="Level">{level}</Fact>}
      <Fact term="Updated">{updatedIn}</Fact>
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="max-w-text">{children}</dd>
    </div>
  )
}
