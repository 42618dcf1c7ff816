import { formatClockTime } from '#shared/clock-time.ts'
import { Accordion } from '#web/ui/accordion.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { LectureParts } from './lecture-parts.tsx'
import { NumberedName } from './numbered-name.tsx'
import type { ShownCourse } from '../courses.contract.ts'

type Lecture = ShownCourse['lectures'][number]

export function CourseLectures({ lectures, sample }: Pick<ShownCourse, 'lectures' | 'sample'>) {
  return (
    <section aria-labelledby="lectures">
      <h2 id="lectures" className="mb-4 text-xl">
        Lectures
      </h2>
      {lectures.length === 0 ? (
        <p className="text-muted">Lectures for this course are coming soon.</p>
      ) : (
        <Accordion
          items={lectures.map((lecture) => ({
            id: lecture.id,
            title: <Title lecture={lecture} isFree={lecture.name === sample?.lecture_name} />,
            content: <Content lecture={lecture} />,
          }))}
        />
      )}
    </section>
  )
}

function Title({ lecture, isFree }: { lecture: Lecture; isFree: boolean }) {
  const { name, seconds, kind, reading_minutes: minutes } = lecture
  const length = seconds !== null ? formatClockTime(seconds) : kind === 'text' && `${minutes ?? 1} min read`
  return (
    // If a small screen shows enlarged text, the length wraps below the name.
    <span className="flex flex-wrap items-baseline gap-x-3">
      <NumberedName name={name} className="flex-1 basis-[6.5rem]" />
      {length && (
        <span className="money text-sm font-normal whitespace-nowrap text-muted">
          {isFree && 'Free, '}
          {length}
        </span>
      )}
    </span>
  )
}

function Content({ lecture: { html, parts, files } }: { lecture: Lecture }) {
  return (
    <div className="flex flex-col gap-4 text-sm">
      <Prose html={html} />
      <LectureParts parts={parts} />
      {files.length > 0 && <p className="text-muted">Files: {files.join(', ')}</p>}
    </div>
  )
}
