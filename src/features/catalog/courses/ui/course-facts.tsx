import type { ReactNode } from 'react'
import { counted } from '#shared/counted.ts'
import type { CourseInShop } from '../courses.contract.ts'
import { CoursePart, Point } from './course-part.tsx'
import { lengthInWords } from './length.ts'

/** What one can do afterwards: the first thing that is read of a course. */
export function CourseOutcomes({ outcomes }: { outcomes: readonly string[] }) {
  if (outcomes.length === 0) return null
  return (
    <CoursePart id="outcomes" title="After this course you can">
      <ul className="grid list-none gap-x-8 gap-y-3 lg:grid-cols-2">
        {outcomes.map((outcome) => (
          <Point key={outcome} icon="check">
            {outcome}
          </Point>
        ))}
      </ul>
    </CoursePart>
  )
}

/** For whom, how hard, how long and how new it is. */
export function CourseFacts({ course }: { course: CourseInShop }) {
  const { audience, level, study_minutes: minutes, updated_in: updatedIn } = course
  return (
    <dl className="grid gap-x-8 gap-y-4 border-y border-line py-5 text-sm sm:grid-cols-2">
      {audience !== '' && <Fact term="For whom">{audience}</Fact>}
      {minutes.total > 0 && (
        <Fact term="Study time in all">
          <strong className="font-semibold">About {lengthInWords(minutes.total * 60)}</strong>
          <span className="text-muted">
            :{' '}
            {partsOf(course).map((part, index, all) => (
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

function partsOf({ study_minutes: { lectures, handouts, examination }, questions }: CourseInShop): string[] {
  return [
    ...(lectures > 0 ? [`lectures ${lengthInWords(lectures * 60)}`] : []),
    ...(handouts > 0 ? [`reading and worksheets ${lengthInWords(handouts * 60)}`] : []),
    ...(examination > 0
      ? [`an examination of ${counted(questions, 'question')} ${lengthInWords(examination * 60)}`]
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
