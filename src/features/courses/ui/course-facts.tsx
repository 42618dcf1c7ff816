import type { ReactNode } from 'react'
import { counted } from '#shared/counted.ts'
import { Month } from '#web/shell/day.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { CourseInShop } from '../courses.contract.ts'
import { lengthInWords } from './length.ts'

/** What one can do afterwards: the first thing that is read of a course. */
export function CourseOutcomes({ outcomes }: { outcomes: readonly string[] }) {
  if (outcomes.length === 0) return null
  return (
    <section aria-labelledby="outcomes">
      <h2 id="outcomes" className="mb-4 text-xl">
        After this course you can
      </h2>
      <ul className="grid list-none gap-x-8 gap-y-3 lg:grid-cols-2">
        {outcomes.map((outcome) => (
          <li key={outcome} className="flex gap-3">
            <Icon name="check" className="mt-1 text-link" />
            <span className="min-w-0">{outcome}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** For whom, how hard, how long and how new it is. */
export function CourseFacts({ course }: { course: CourseInShop }) {
  const { audience, level, study_minutes: minutes, updated_on: updatedOn } = course
  return (
    <dl className="grid gap-x-8 gap-y-4 border-y border-line py-5 text-sm sm:grid-cols-2">
      {audience !== '' && (
        <Fact term="For whom" isWide>
          {audience}
        </Fact>
      )}
      {minutes.total > 0 && (
        <Fact term="Study time in all" isWide>
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
      <Fact term="Updated">
        <Month day={updatedOn} />
      </Fact>
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

function Fact({ term, isWide = false, children }: { term: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'sm:col-span-2' : undefined}>
      <dt className="text-muted">{term}</dt>
      <dd className="max-w-text">{children}</dd>
    </div>
  )
}
