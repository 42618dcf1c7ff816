import { getProductPage } from '#shared/kinds.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { describeExam } from '#shared/exam-description.ts'
import type { Certificate } from './certificate-paper.tsx'

/** What the holder was taught and how it was tested; empty for a revoked certificate. */
export function CourseContents({ certificate }: { certificate: Certificate }) {
  const { taught, examined } = certificate
  if (!taught) return null
  return (
    <>
      <Outcomes taught={taught} />
      <div className="grid gap-x-12 gap-y-8 sm:grid-cols-2 print:grid-cols-2 print:gap-y-4">
        {examined && <Examination examined={examined} />}
        <Lectures taught={taught} courseId={certificate.course_id} />
      </div>
    </>
  )
}

type CourseContentsData = NonNullable<Certificate['taught']>

function Outcomes({ taught: { outcomes } }: { taught: CourseContentsData }) {
  if (outcomes.length === 0) return null
  return (
    <section aria-labelledby="outcomes">
      <h2 id="outcomes" className="mb-4 text-xl print:mb-1 print:text-lg">
        What the course teaches
      </h2>
      <ul className="grid list-none gap-x-12 gap-y-3 sm:grid-cols-2 print:grid-cols-2 print:gap-y-1 print:text-sm">
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

/** As many lectures as fit on a single printed page. */
const MAX_PRINTED_LECTURES = 10

function Lectures({ taught, courseId }: { taught: CourseContentsData; courseId: string | null }) {
  const { lectures, is_of_today: isOfToday } = taught
  const areMany = lectures.length > MAX_PRINTED_LECTURES
  return (
    <section aria-labelledby="lectures">
      <h2 id="lectures" className="mb-3 text-xl print:mb-1 print:text-lg">
        What the course covered
      </h2>
      <ul className={classes('flex list-none flex-col gap-1 text-sm print:gap-0', areMany && 'print:hidden')}>
        {lectures.map((lecture) => (
          <li key={lecture} className="pl-5 -indent-5">
            {lecture}
          </li>
        ))}
      </ul>
      {areMany && (
        <p className="hidden text-sm print:block">{lectures.length} lectures. See their names at the link above.</p>
      )}
      <p className="mt-2 text-sm text-muted print:mt-1">Lectures are online and unsupervised.</p>
      {isOfToday && (
        <p className="mt-2 text-sm text-muted">
          This is the current syllabus. We don’t have the one from when this certificate was issued.
        </p>
      )}
      {courseId !== null && (
        <p className="mt-1 print:hidden">
          <TextLink to={getProductPage('course', courseId)}>View the course</TextLink>
        </p>
      )}
    </section>
  )
}

function Examination({ examined }: { examined: NonNullable<Certificate['examined']> }) {
  const { questions: asked, bank, needed_percent: needed } = examined
  return (
    <section aria-labelledby="examined">
      <h2 id="examined" className="mb-3 text-xl print:mb-1 print:text-lg">
        How the exam worked
      </h2>
      <ul className="flex list-none flex-col gap-1 text-sm print:gap-0">
        {describeExam({ asked, bank, needed }).map((line) => (
          <li key={line} className="first-letter:uppercase">
            {line}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">
        Online and unsupervised. Graded by the academy. Learners may take it more than once. The score isn’t published.
      </p>
    </section>
  )
}
